import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { home, makeHomeProject, makeNeed } from "@/testing/handlers-home";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { lena, work } from "@/testing/world";

function open(address: string, leads = true) {
  const app = renderApp(address);
  app.server.on("GET", "/api/v1/work", () => ({ ...work, leads }));
  return app;
}

const needs = async () => within(await screen.findByRole("region", { name: "What needs you" }));
const projects = async () => within(await screen.findByRole("region", { name: "Your projects" }));

test("who leads lands on what needs them, and finds their own work beside it", async () => {
  const { router } = open("/");
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
  const main = await screen.findByRole("navigation", { name: "Main" });
  await waitFor(() => expect(within(main).getByRole("link", { name: "Home" })).toHaveAttribute("href", "/home"));
  expect(within(main).getByRole("link", { name: "My work" })).toHaveAttribute("href", "/work");
});

test("who leads nothing lands on their work and is told of no other home", async () => {
  const { router } = open("/", false);
  await waitFor(() => expect(router.state.location.pathname).toBe("/work"));
  await screen.findByRole("button", { name: "Start: Objects" });
  const main = screen.getByRole("navigation", { name: "Main" });
  expect(within(main).queryByRole("link", { name: "Home" })).not.toBeInTheDocument();
});

test("signing in leads to what is one's own", async () => {
  const { router, server } = renderApp("/login", { user: null });
  server.on("GET", "/api/v1/work", () => ({ ...work, leads: true }));
  await userEvent.type(await screen.findByLabelText("User name"), lena.username);
  await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
});

test("what waits is listed as the server orders it, each with its page", async () => {
  open("/home");
  const list = await needs();
  const links = await list.findAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual(
    home.needs.map(({ message, path }) => [message, path]),
  );
  expect(await accessibilityProblems()).toEqual([]);
});

test("a new project is one click away for who may make one", async () => {
  open("/home");
  expect(await screen.findByRole("link", { name: "New project" })).toHaveAttribute("href", "/projects/new");
});

test("what is settled is gone", async () => {
  const { server, client } = open("/home");
  const list = await needs();
  await list.findByText("1 job has failed.");
  server.on("GET", "/api/v1/home", () => ({ ...home, needs: [] }));
  await client.invalidateQueries({ queryKey: ["home"] });
  expect(await list.findByText("Nothing waits for you")).toBeInTheDocument();
});

test("a list that is too long says how much it leaves off", async () => {
  const { server } = open("/home");
  server.on("GET", "/api/v1/home", () => ({ leads: true, needs: [makeNeed()], left_off: 3 }));
  expect(await (await needs()).findByText("3 more follow as these are settled.")).toBeInTheDocument();
});

test("what cannot be fetched says so, and the projects are there all the same", async () => {
  const { server } = open("/home");
  server.on("GET", "/api/v1/home", () => {
    throw new FakeError(503, "unavailable", "The database is away.");
  });
  expect(await screen.findByText("The database is away.")).toBeInTheDocument();
  expect(await (await projects()).findByRole("link", { name: "Village streets" })).toBeInTheDocument();
});

test("a project says how far it is, who is at it and what it lacks", async () => {
  open("/home");
  const list = await projects();
  expect(await list.findByRole("link", { name: "Village streets" })).toHaveAttribute("href", "/projects/1");
  const [streets, photos] = list.getAllByRole("listitem");
  expect(streets).toHaveTextContent("5 of 14 samples done");
  expect(streets).toHaveTextContent("4 people active this week");
  expect(streets).toHaveTextContent("2 people in the last day");
  expect(photos).toHaveTextContent("No samples yet");
  expect(photos).toHaveTextContent("Before people can work: add images, invite people");
  expect(photos).toHaveTextContent("Nobody active this week");
  expect(photos).toHaveTextContent("Reviewer");
});

test("further projects are a page away", async () => {
  const { server } = open("/home");
  server.on("GET", "/api/v1/home/projects", ({ query }) =>
    query.get("cursor") === "two"
      ? { next: null, previous: "one", results: [makeHomeProject({ name: "The oldest" })] }
      : { next: "two", previous: null, results: [makeHomeProject()] },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Next" }));
  expect(await screen.findByRole("link", { name: "The oldest" })).toBeInTheDocument();
});

test("the command field knows the way home", async () => {
  const { router } = open("/projects");
  await screen.findByRole("heading", { level: 1 });
  await screen.findByRole("link", { name: "Home" });
  await userEvent.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search and go" });
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.type(field, "home");
  await userEvent.click(await screen.findByRole("option", { name: "Home" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
});
