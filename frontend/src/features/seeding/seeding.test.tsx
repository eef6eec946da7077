import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { ada, makeJob, makeProject, recipe } from "@/testing/world";
import { seeding } from "@/testing/world-lists";
import { backends, modelAssignment, makeConnections } from "@/testing/world-models";
import { textcaps } from "@/testing/world-recipes";

const run = seeding.run!;

/** Nothing is under way, so that a run can be started. */
function atRest() {
  const app = renderApp("/projects/1/seeding");
  app.server.on("GET", "/api/v1/projects/:id/seeding", () => ({ ...seeding, run: null }));
  return app.server;
}
const sent = (server: ReturnType<typeof atRest>) => server.sent("POST", "/api/v1/projects/1/seeding").at(-1)?.body;

test("a running job shows how far and how fast it is, and cannot be started twice", async () => {
  renderApp("/projects/1/seeding");
  expect(await screen.findByText("6 of 14")).toBeInTheDocument();
  expect(screen.getByText("10 a minute, 42 s left")).toBeInTheDocument();
  expect(screen.getByText(/^In 3 samples proposals could not be used/)).toBeInTheDocument();
  expect(screen.getByText(/7 to go .* 2 left without seeds by lot/)).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Seed 4 samples" })).toBeDisabled();
});

test("a job that waits without a worker says so", async () => {
  const { server } = renderApp("/projects/1/seeding");
  const waiting = { ...run, job: makeJob({ state: "queued", worker_alive: false }) };
  server.on("GET", "/api/v1/projects/:id/seeding", () => ({ ...seeding, run: waiting }));
  expect(await screen.findByText("No worker is running")).toBeInTheDocument();
});

test("a cancelled run can go on", async () => {
  const { server } = renderApp("/projects/1/seeding");
  const cancelled = { ...run, job: makeJob({ state: "cancelled" }) };
  server.on("GET", "/api/v1/projects/:id/seeding", () => ({ ...seeding, run: cancelled }));
  await userEvent.click(await screen.findByRole("button", { name: "Go on" }));
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/jobs/1/retry")).toHaveLength(1);
});

test("seeding starts with the models used unless somebody chooses otherwise", async () => {
  const server = atRest();
  expect(await screen.findByRole("combobox", { name: "Captioner" })).toHaveValue("street-vlm M1");
  await userEvent.click(screen.getByRole("combobox", { name: "Detector" }));
  await userEvent.click(await screen.findByRole("option", { name: "street-vlm M1" }));
  await userEvent.click(screen.getByRole("button", { name: "Seed 4 samples" }));
  await expect.poll(() => sent(server)).toEqual({ detector: "street-vlm", captioner: "street-vlm", over: "waiting" });
});

test("samples that nobody has started can be seeded anew", async () => {
  const server = atRest();
  await userEvent.click(await screen.findByRole("radio", { name: "All samples that nobody has started" }));
  await userEvent.click(screen.getByRole("button", { name: "Seed unstarted samples" }));
  await expect.poll(() => sent(server)).toMatchObject({ over: "unstarted" });
});

test("a model that is refused is marked where it was chosen", async () => {
  const server = atRest();
  server.on("POST", "/api/v1/projects/:id/seeding", () => {
    throw new FakeError(400, "invalid", "That cannot be started.", {
      fields: [{ path: "captioner", code: "backend_unavailable", message: "The server does not answer." }],
    });
  });
  await userEvent.click(await screen.findByRole("button", { name: "Seed 4 samples" }));
  expect(await screen.findByText("That cannot be started.")).toBeInTheDocument();
  expect(screen.getByRole("combobox", { name: "Captioner" })).toHaveAccessibleDescription(/does not answer/);
});

test("earlier runs are told with what came of them", async () => {
  renderApp("/projects/1/seeding");
  const table = await screen.findByRole("table", { name: "Runs so far" });
  const row = within(table).getByText("classical, street-vlm").closest("tr") as HTMLElement;
  expect(within(row).getByText("Unstarted samples")).toBeInTheDocument();
  expect(within(row).getByText("8 seeded, 0 failed")).toBeInTheDocument();
});

test("the list of runs says of a run what is said of it above, however long the list is there", async () => {
  const { server } = renderApp("/projects/1/seeding");
  const begun = { ...run, counts: { ...run.counts, seeded: 0, pending: 14 } };
  server.on("GET", "/api/v1/projects/:id/seeding/runs", () => ({ next: null, previous: null, results: [begun] }));
  const table = await screen.findByRole("table", { name: "Runs so far" });
  const { seeded, failed } = run.counts;
  expect(seeded).toBeGreaterThan(0);
  const said = `${String(seeded)} seeded, ${String(failed)} failed`;
  expect(await within(table).findByText(said)).toBeInTheDocument();
});

test("a reviewer sees the runs and starts none", async () => {
  renderApp("/projects/1/seeding", { user: ada, projects: [makeProject({ role: "reviewer" })] });
  expect(await screen.findByRole("table", { name: "Runs so far" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Seed/ })).not.toBeInTheDocument();
});

describe("where a stage begins with the texts in the images", () => {
  const ocr = textcaps.optional_stages.map(({ stage }) => stage).find(({ kind }) => kind === "ocr.v1")!;
  function open(available: boolean) {
    const server = atRest();
    const here = available ? { available, reason: null } : {};
    server
      .on("GET", "/api/v1/projects/:id", () => makeProject({ recipe: { ...recipe, stages: [ocr, ...recipe.stages] } }))
      .on("GET", "/api/v1/projects/:id/backends", () =>
        backends.map((backend) => (backend.name === "tesseract" ? { ...backend, ...here } : backend)),
      )
      .on("GET", "/api/v1/projects/:id/model-assignment", () => ({
        ...modelAssignment,
        ocr: makeConnections()[1]!.id,
      }));
    return server;
  }

  test("the model that reads them is shown and sent", async () => {
    const server = open(true);
    expect(await screen.findByRole("combobox", { name: "Reading text" })).toHaveValue("tesseract M0");
    await userEvent.click(screen.getByRole("button", { name: "Seed 4 samples" }));
    await expect.poll(() => sent(server)).toMatchObject({ detector: "classical", ocr: "tesseract" });
  });

  test("without one the reason is said and the other seeds can be written", async () => {
    const server = open(false);
    const choice = await screen.findByRole("combobox", { name: "Reading text" });
    expect(choice).toHaveAccessibleDescription(/^Not available: The program tesseract is not installed/);
    await userEvent.click(screen.getByRole("button", { name: "Seed 4 samples" }));
    await expect.poll(() => sent(server)).toMatchObject({ detector: "classical", ocr: "" });
  });
});

test("opening without seeds asks first", async () => {
  const { server } = renderApp("/projects/1/seeding");
  await userEvent.click(await screen.findByRole("button", { name: "Open 4 samples without seeds" }));
  const dialog = await screen.findByRole("dialog", { name: "Open without seeds?" });
  expect(server.sent("POST", "/api/v1/projects/1/seeding/skip")).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole("button", { name: "Open them" }));
  expect(await screen.findByText("4 samples are open.")).toBeInTheDocument();
});

test("while many samples are being opened it says how far that is", async () => {
  const server = atRest();
  const opening = makeJob({ id: 77, done: 1500, total: 4000 });
  server.on("GET", "/api/v1/projects/:id/seeding", () => ({ ...seeding, run: null, opening }));
  expect(await screen.findByText("1,500 of 4,000")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /without seeds/ })).not.toBeInTheDocument();
});
