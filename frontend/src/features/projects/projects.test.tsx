import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { ada, makeProject } from "@/testing/world";

test("a project is created with the rules of the form and leads on to its images", async () => {
  const { server, router } = renderApp("/projects/new");
  await userEvent.type(await screen.findByLabelText("Name"), "Bridges");
  await userEvent.click(screen.getByLabelText("In another stage, yes"));
  expect(screen.getByText(/at least 3 different people/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Create project" }));
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/projects\/10\d\/import$/);
  expect(server.sent("POST", "/api/v1/projects").at(-1)?.body).toEqual({
    name: "Bridges",
    description: "",
    recipe: "iiw",
    settings: {
      no_repeat: "stage",
      rounds: { objects: 1, description: 3 },
      early_stopping: true,
      threshold: 0.8,
      ngram: 1,
    },
  });
});

test("a project without a name is not sent", async () => {
  const { server } = renderApp("/projects/new");
  await userEvent.click(await screen.findByRole("button", { name: "Create project" }));
  expect(screen.getByText("Please give the project a name.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects")).toHaveLength(0);
});

test("what the server refuses stands beside its field", async () => {
  const { server } = renderApp("/projects/new");
  server.on("POST", "/api/v1/projects", () => {
    throw new FakeError(400, "invalid", "Some fields are wrong.", {
      fields: [{ path: "name", code: "taken", message: "There is a project of this name." }],
    });
  });
  await userEvent.type(await screen.findByLabelText("Name"), "Bridges");
  await userEvent.click(screen.getByRole("button", { name: "Create project" }));
  expect(await screen.findByText("There is a project of this name.")).toBeInTheDocument();
  expect(screen.getByLabelText("Name")).toHaveValue("Bridges");
});

test("who may not create projects is not offered it", async () => {
  renderApp("/projects", { user: ada });
  await screen.findByText("Village streets");
  expect(screen.queryByRole("link", { name: "New project" })).not.toBeInTheDocument();
});

test("pausing a project is one press", async () => {
  const { server } = renderApp("/projects/1/settings");
  await userEvent.click(await screen.findByLabelText("Paused"));
  expect(await screen.findByText("Settings saved.")).toBeInTheDocument();
  expect(server.sent("PATCH", "/api/v1/projects/1").at(-1)?.body).toEqual({ state: "paused" });
});

test("a project made for a study says so to whoever may know", async () => {
  const { server } = renderApp("/projects");
  const study = { id: 4, name: "Which reads better", project: 1, project_name: "Village streets" };
  server.on("GET", "/api/v1/projects", () => [makeProject({ id: 9, name: "Study: Which reads better", study })]);
  expect(await screen.findByText("Made for the study “Which reads better” of Village streets")).toBeInTheDocument();
});

test("a lead chooses the field of the metadata that names categories", async () => {
  const { server } = renderApp("/projects/1/settings");
  const input = await screen.findByRole("combobox", { name: "Field of the metadata" });
  expect(input).toHaveValue("category");
  await userEvent.clear(input);
  await userEvent.click(await screen.findByRole("option", { name: "Artist" }));
  const section = screen.getByRole("region", { name: "Image categories" });
  await userEvent.click(within(section).getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("Settings saved.")).toBeInTheDocument();
  expect(server.sent("PATCH", "/api/v1/projects/1").at(-1)?.body).toEqual({ category_field: "Artist" });
});

test("a field of the metadata without a name is not sent", async () => {
  const { server } = renderApp("/projects/1/settings");
  await userEvent.clear(await screen.findByRole("combobox", { name: "Field of the metadata" }));
  const section = screen.getByRole("region", { name: "Image categories" });
  await userEvent.click(within(section).getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText(/Please name a field/)).toBeInTheDocument();
  expect(server.sent("PATCH", "/api/v1/projects/1")).toHaveLength(0);
});
