import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

test("teams are listed with what they share, how many are in them and which stages ask for them", async () => {
  renderApp("/projects/1/people");
  const table = await screen.findByRole("table", { name: "Teams" });
  const row = within(table).getByRole("row", { name: /German speakers/ });
  expect(within(row).getByText("The language de")).toBeInTheDocument();
  expect(await within(row).findByText("Image description")).toBeInTheDocument();
});

test("a team for a language is made with its code", async () => {
  const { server } = renderApp("/projects/1/people");
  await userEvent.click(await screen.findByRole("button", { name: "New team" }));
  const dialog = await screen.findByRole("dialog", { name: "New team" });
  await userEvent.type(within(dialog).getByLabelText("Name"), "French");
  await userEvent.click(within(dialog).getByLabelText("A language"));
  await userEvent.click(within(dialog).getByRole("button", { name: "Make the team" }));
  expect(within(dialog).getByText("Please write its code.")).toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText("Code of the language"), "fr");
  await userEvent.click(within(dialog).getByRole("button", { name: "Make the team" }));
  expect(await screen.findByText(/^The team “French” is there/)).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/teams").at(-1)?.body).toEqual({
    name: "French",
    basis: "language",
    language: "fr",
  });
});

test("several members are put into a team in one act", async () => {
  const { server } = renderApp("/projects/1/people");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Choose Ada Okafor" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Choose Mei Tanaka" }));
  const bar = screen.getByRole("region", { name: "Chosen members" });
  expect(within(bar).getByText("2 people chosen")).toBeInTheDocument();
  await userEvent.click(within(bar).getByRole("button", { name: "Put into a team" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Bird watchers" }));
  expect(await screen.findByText("They are in the team “Bird watchers”.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/teams/2/people").at(-1)?.body).toEqual({ into: [2, 4], out: [] });
});

test("a team that a stage asks for is not deleted, and it is said why", async () => {
  const { server } = renderApp("/projects/1/people");
  server.on("DELETE", "/api/v1/projects/:id/teams/:team", () => {
    throw new FakeError(409, "conflict", "These stages ask for it: Image description.");
  });
  const table = await screen.findByRole("table", { name: "Teams" });
  const row = within(table).getByRole("row", { name: /German speakers/ });
  await userEvent.click(within(row).getByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete the team “German speakers”?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(await within(dialog).findByText(/These stages ask for it/)).toBeInTheDocument();
});

test("a stage is set to ask for a team", async () => {
  const { server } = renderApp("/projects/1/settings");
  await userEvent.click(await screen.findByRole("button", { name: /^1\. Objects/ }));
  await userEvent.click((await screen.findAllByLabelText("Only for people in these teams"))[0] as HTMLElement);
  await userEvent.click(await screen.findByRole("option", { name: "Bird watchers" }));
  for (const save of screen.getAllByRole("button", { name: "Save changes" }))
    if (!save.hasAttribute("disabled")) await userEvent.click(save);
  const sent = server.sent("PATCH", "/api/v1/projects/1").at(-1)?.body;
  expect(sent).toMatchObject({ settings: { stages: { objects: { teams: ["birds"] } } } });
});
