import { notifications } from "@mantine/notifications";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { ada, makeProject } from "@/testing/world";

// A notice of the test before is an alert, too.
beforeEach(() => notifications.clean());

/** Pasted: every typed key would draw the whole form anew. */
async function fill(input: HTMLElement, text: string) {
  await userEvent.click(input);
  await userEvent.paste(text);
}

const row = (table: HTMLElement, name: string) =>
  within(table).getByRole("link", { name }).closest("tr") as HTMLElement;

test("each model says what it can do, what it does, which version is active and whether it works here", async () => {
  renderApp("/projects/1/models");
  const table = await screen.findByRole("table", { name: "Models" });
  const learner = row(table, "street-vlm");
  expect(within(learner).getByText("M1")).toBeInTheDocument();
  expect(within(learner).getByText("3 versions")).toBeInTheDocument();
  expect(await within(learner).findByText("Installed")).toBeInTheDocument();
  expect(within(row(table, "tesseract")).getByText("The program tesseract is not installed.")).toBeInTheDocument();
  expect(within(row(table, "tesseract")).getByText("Not used")).toBeInTheDocument();
});

test("a reviewer reads about models and changes nothing", async () => {
  renderApp("/projects/1/models", { user: ada, projects: [makeProject({ role: "reviewer" })] });
  expect(await screen.findByRole("table", { name: "Models" })).toBeInTheDocument();
  expect(await screen.findByRole("combobox", { name: "Finds the objects" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Connect a model" })).not.toBeInTheDocument();
});

test("a model is connected by the form that its back end describes", async () => {
  const { server, history } = renderApp("/projects/1/models");
  await userEvent.click(await screen.findByRole("button", { name: "Connect a model" }));
  const dialog = await screen.findByRole("dialog", { name: "Connect a model" });
  // A second one without settings would be the same again.
  expect(within(dialog).queryByRole("button", { name: "Classical vision" })).not.toBeInTheDocument();
  await userEvent.click(await within(dialog).findByRole("button", { name: "Vision server" }));
  expect(within(dialog).getByLabelText(/^Temperature/)).toHaveAccessibleDescription(
    "0 gives the same answer each time. From 0 to 2.",
  );
  await fill(within(dialog).getByLabelText(/^Address/), "http://vlm.example/v1");
  await fill(within(dialog).getByLabelText(/^Model/), "small");
  await fill(within(dialog).getByLabelText(/^API key/), "secret");
  await userEvent.click(within(dialog).getByRole("button", { name: "Connect" }));
  expect(await screen.findByText("openai is connected.")).toBeInTheDocument();
  await expect.poll(() => history.location.pathname).toBe("/projects/1/models/9");
  expect(await screen.findByText("Answered in 0.3 s.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/connections").at(-1)?.body).toEqual({
    name: "openai",
    backend: "openai",
    settings: {
      base_url: "http://vlm.example/v1",
      model: "small",
      temperature: 0,
      concurrency: 4,
      detail: "high",
      structured: true,
      image_prompt: "Describe the image in full.\nObjects: {objects}",
    },
    secrets: { api_key: "secret" },
  });
});

test("what the server refuses is said at the input it means", async () => {
  const { server } = renderApp("/projects/1/models");
  server.on("POST", "/api/v1/projects/:id/connections", () => {
    throw new FakeError(400, "invalid", "These settings do not work.", {
      fields: [{ path: "settings.base_url", code: "not_allowed", message: "This address is not on the list." }],
    });
  });
  await userEvent.click(await screen.findByRole("button", { name: "Connect a model" }));
  const dialog = await screen.findByRole("dialog", { name: "Connect a model" });
  await userEvent.click(await within(dialog).findByRole("button", { name: "Vision server" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Connect" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("These settings do not work.");
  expect(within(dialog).getByLabelText(/^Address/)).toHaveAccessibleDescription(/not on the list/);
  expect(within(dialog).getByLabelText(/^Address/)).toHaveFocus();
});

test("the models used are saved with the share of samples that get no seeds", async () => {
  const { server } = renderApp("/projects/1/models");
  const share = await screen.findByRole("textbox", { name: "Samples without seeds, in percent" });
  expect(screen.getByRole("button", { name: "Save models used" })).toBeDisabled();
  await userEvent.clear(share);
  await userEvent.type(share, "5");
  await userEvent.click(screen.getByRole("combobox", { name: "Finds the objects" }));
  await userEvent.click(await screen.findByRole("option", { name: "street-vlm M1" }));
  await userEvent.click(screen.getByRole("button", { name: "Save models used" }));
  expect(await screen.findByText("The models used are saved.")).toBeInTheDocument();
  expect(server.sent("PUT", "/api/v1/projects/1/model-assignment").at(-1)?.body).toEqual({
    detector: 3,
    captioner: 3,
    ocr: null,
    unseeded_share: 0.05,
  });
});

test("a failed list offers to try again", async () => {
  const { server } = renderApp("/projects/1/models");
  server.on("GET", "/api/v1/projects/:id/connections", () => {
    throw new FakeError(500, "server_error", "The server had a fault.");
  });
  const section = await screen.findByRole("region", { name: "Models" });
  expect(await within(section).findByRole("button", { name: "Try again" })).toBeInTheDocument();
});
