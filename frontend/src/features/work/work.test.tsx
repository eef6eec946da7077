import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { work } from "@/testing/world";

test("the word draft is explained where it first stands", async () => {
  renderApp("/");
  const [word] = await screen.findAllByRole("button", { name: "Draft" });
  expect(word).toBeDefined();
  await userEvent.hover(word as HTMLElement);
  await waitFor(() => expect(screen.getByRole("tooltip")).toHaveTextContent(/What somebody has written of an answer/));
});

test("what I hold comes first and can be continued", async () => {
  renderApp("/");
  const link = await screen.findByRole("link", { name: "Continue Image description in Village streets" });
  expect(link).toHaveAttribute("href", "/work/71");
});

test("a stage with nothing open cannot be started, and a project without work says why", async () => {
  const { server } = renderApp("/");
  server.on("GET", "/api/v1/work", () => ({ ...work, held: [] }));
  const closed = await screen.findByRole("button", { name: "Start: Image description" });
  expect(closed).toBeDisabled();
  expect(closed).toHaveAccessibleDescription("Nothing open now");
  expect(screen.getByText("You have done all you can here")).toBeInTheDocument();
});

test("a stage of which I hold a task is continued, whether or not more is open in it", async () => {
  const { server, router } = renderApp("/");
  server.on("POST", "/api/v1/projects/:id/claim", () => ({ assignment: { id: 71 }, reason: null }));
  await userEvent.click(await screen.findByRole("button", { name: "Continue: Image description" }));
  await expect.poll(() => router.state.location.pathname).toBe("/work/71");
  expect(server.sent("POST", "/api/v1/projects/1/claim").at(-1)?.body).toEqual({ stage: "description" });
});

test("starting when somebody else was faster says so and keeps the page", async () => {
  const { server } = renderApp("/");
  await userEvent.click(await screen.findByRole("button", { name: "Start: Objects" }));
  expect(await screen.findByText(/Somebody else was faster/)).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/claim").at(-1)?.body).toEqual({ stage: "objects" });
});

test("of the ways to start, only the first that is no task at hand stands out", async () => {
  renderApp("/");
  expect(await screen.findByRole("button", { name: "Start: Objects" })).toHaveAttribute("data-variant", "filled");
  expect(screen.getByRole("button", { name: "Continue: Image description" })).toHaveAttribute(
    "data-variant",
    "default",
  );
});

test("starting opens the workbench of what was claimed", async () => {
  const { server, router } = renderApp("/");
  server.on("POST", "/api/v1/projects/:id/claim", () => ({ assignment: { id: 88 }, reason: null }));
  await userEvent.click(await screen.findByRole("button", { name: "Start: Objects" }));
  await expect.poll(() => router.state.location.pathname).toBe("/work/88");
});

test("changed guidelines are announced and can be read on the spot", async () => {
  const { server } = renderApp("/");
  server.on("GET", "/api/v1/work", () => ({ ...work, projects: work.projects.slice(0, 1) }));
  await userEvent.click(await screen.findByRole("button", { name: "Read them now" }));
  expect(await screen.findByText("What a good description says")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Guidelines" })).not.toBeInTheDocument();
});
