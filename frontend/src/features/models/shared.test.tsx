import { notifications } from "@mantine/notifications";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ada, makeJob, notice } from "@/testing/world";
import { makeTrial, trialResult, versionComparison } from "@/testing/world-models";

// A notice of the test before is an alert, too.
beforeEach(() => notifications.clean());

const admin = { ...ada, is_admin: true };

async function fill(input: HTMLElement, text: string) {
  await userEvent.click(input);
  await userEvent.paste(text);
}

test("a lead takes a connection of the installation by one click, and enters nothing", async () => {
  const { server, history } = renderApp("/projects/1/models");
  await userEvent.click(await screen.findByRole("button", { name: "Connect a model" }));
  await userEvent.click(await screen.findByRole("button", { name: "Use House model" }));
  await expect.poll(() => history.location.pathname).toBe("/projects/1/models/9");
  expect(server.sent("POST", "/api/v1/projects/1/offered-connections/4")).toHaveLength(1);
  expect(await screen.findByText(/This connection belongs to the installation/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Edit" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Register a model" })).not.toBeInTheDocument();
});

test("a new connection asks for three things and folds the rest under more settings", async () => {
  renderApp("/admin/connections", { user: admin });
  await userEvent.click(await screen.findByRole("button", { name: "Connect a model" }));
  const dialog = await screen.findByRole("dialog", { name: "Connect a model" });
  await userEvent.click(await within(dialog).findByRole("button", { name: "Vision server" }));
  for (const label of [/^Address/, /^Model/, /^API key/]) expect(within(dialog).getByLabelText(label)).toBeVisible();
  for (const label of [/^Name/, /^Temperature/, /^Prompt/])
    expect(within(dialog).getByLabelText(label)).not.toBeVisible();
  await userEvent.click(within(dialog).getByText("More settings"));
  expect(within(dialog).getByLabelText(/^Name/)).toBeVisible();
  expect(within(dialog).getByLabelText(/^Name/)).toHaveValue("openai");
});

test("a refusal of what is folded unfolds it", async () => {
  const { server } = renderApp("/admin/connections", { user: admin });
  server.on("POST", "/api/v1/admin/connections", () => {
    throw new FakeError(422, "invalid", "These settings do not work.", {
      fields: [{ path: "settings.concurrency", code: "too_large", message: "At most 64." }],
    });
  });
  await userEvent.click(await screen.findByRole("button", { name: "Connect a model" }));
  const dialog = await screen.findByRole("dialog", { name: "Connect a model" });
  await userEvent.click(await within(dialog).findByRole("button", { name: "Vision server" }));
  await fill(within(dialog).getByLabelText(/^Address/), "http://vlm.example/v1");
  await userEvent.click(within(dialog).getByRole("button", { name: "Connect" }));
  expect(await within(dialog).findByText("At most 64.")).toBeVisible();
  expect(within(dialog).getByLabelText(/^At once/)).toHaveFocus();
});

test("an admin sees who uses a connection, disables it, and is told why it cannot be deleted", async () => {
  const { server } = renderApp("/admin/connections", { user: admin });
  const table = await screen.findByRole("table", { name: "Connections of the installation" });
  expect(within(table).getByRole("link", { name: "Village streets" })).toBeInTheDocument();
  await userEvent.click(within(table).getByRole("button", { name: "Check whether House model answers" }));
  expect(await within(table).findByText("Answered in 0.2 s.")).toBeInTheDocument();
  await userEvent.click(within(table).getByRole("button", { name: "Disable House model" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Disable" }));
  expect(await screen.findByText("House model is disabled everywhere.")).toBeInTheDocument();
  expect(server.sent("PATCH", "/api/v1/admin/connections/4").at(-1)?.body).toEqual({ disabled: true });
  server.on("DELETE", "/api/v1/admin/connections/:shared", () => {
    throw new FakeError(409, "shared_connection_in_use", "House model is used by Village streets (1 in all).");
  });
  await userEvent.click(within(table).getByRole("button", { name: "Delete House model" }));
  await userEvent.click(
    within(await screen.findByRole("dialog", { name: "Delete House model" })).getByRole("button", { name: "Delete" }),
  );
  expect(await screen.findByText(/is used by Village streets/)).toBeInTheDocument();
  expect(await accessibilityProblems(document.body)).toEqual([]);
});

test("whoever is no administrator is shown no connection of the installation", async () => {
  const { server } = renderApp("/admin/connections", { user: ada });
  expect(await screen.findByText("For administrators only")).toBeInTheDocument();
  expect(server.sent("GET", "/api/v1/admin/connections")).toHaveLength(0);
});

test("two versions are compared by one click, with intervals and the words that differ", async () => {
  const { server, history } = renderApp("/projects/1/models");
  await userEvent.click(await screen.findByRole("button", { name: "Compare two versions of street-vlm" }));
  await expect.poll(() => history.location.pathname).toBe("/projects/1/models/comparisons/6");
  expect(server.sent("POST", "/api/v1/projects/1/comparisons").at(-1)?.body).toEqual({ connection: 3 });
  const table = await screen.findByRole("table", { name: "Figures of both versions" });
  expect(within(table).getByText("M2 is better")).toBeInTheDocument();
  expect(within(table).getByText("Not decided")).toBeInTheDocument();
  expect(within(table).getByText("+0.020 to +0.120, 40 images")).toBeInTheDocument();
  expect(screen.getByText(/0 by M1, 1 by M2/)).toBeInTheDocument();
  expect(screen.getByText("red", { exact: false, selector: "ins" })).toBeInTheDocument();
  expect(await accessibilityProblems(document.body)).toEqual([]);
});

test("past comparisons are found on the page of the models, with who asked and what came of it", async () => {
  renderApp("/projects/1/models");
  const table = await screen.findByRole("table", { name: "Past comparisons" });
  const row = within(table).getByRole("row", { name: /M1 and M2 compared/ });
  expect(row).toHaveTextContent("Lena");
  expect(row).toHaveTextContent("M2 is better: CIDEr");
  expect(within(row).getByRole("link")).toHaveAttribute("href", "/projects/1/models/comparisons/6");
});

test("a comparison calls its samples by the names of their images", async () => {
  renderApp("/projects/1/models/comparisons/6");
  expect(await screen.findByRole("link", { name: "harbour-002.jpg" })).toHaveAttribute("href", "/samples/2");
});

test("a comparison under way shows how far it is, and one that failed why", async () => {
  const { server } = renderApp("/projects/1/models/comparisons/6");
  const { job } = versionComparison;
  server.on("GET", "/api/v1/projects/:id/comparisons/:comparison", () => ({
    ...versionComparison,
    result: null,
    job: {
      ...job,
      state: "failed",
      error: {
        code: "nothing_held_out",
        message: "No finished sample is held out.",
        message_code: "",
        remedy: "Finish more samples.",
        remedy_code: null,
        params: {},
        retry: false,
      },
    },
  }));
  expect(await screen.findByText(/No finished sample is held out/)).toBeInTheDocument();
  // Nothing was compared, so nothing says that it was.
  expect(screen.queryByText(/^Both versions were asked/)).not.toBeInTheDocument();
});

test("two versions are tried on five images, with what each took, and a failure at its image", async () => {
  const { server, history } = renderApp("/projects/1/models/3");
  let asked = 10;
  server.on("POST", "/api/v1/projects/:id/connections/:connection/try", () => makeTrial({ id: (asked += 1) }));
  server.on("GET", "/api/v1/projects/:id/trials/:trial", ({ params }) => {
    const id = Number(params.trial);
    const result = id === 12 ? { ...trialResult, caption: null, problem: notice("It is out of memory.") } : trialResult;
    return makeTrial({ id, job: makeJob({ state: "succeeded" }), result });
  });
  await userEvent.click(await screen.findByRole("button", { name: "Try both on five images" }));
  const section = await screen.findByRole("region", { name: "Two models on five images" });
  const tries = server.sent("POST", "/api/v1/projects/1/connections/3/try");
  expect(tries.length % 2).toBe(0);
  expect(tries.length).toBeLessThanOrEqual(10);
  expect(history.location.search).toContain("beside=");
  expect(await within(section).findByText("It is out of memory.")).toBeInTheDocument();
  const all = String(tries.length);
  expect(await within(section).findByText(`${all} of ${all} answered.`)).toBeInTheDocument();
  expect(within(section).getAllByText(/^In all: .* tokens in/)).toHaveLength(2);
});
