import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { makeJob, makeProject, recipe, seeding } from "@/testing/world";
import { textcaps } from "@/testing/world-recipes";

test("a running job shows how far it is and cannot be started twice", async () => {
  renderApp("/projects/1/seeding");
  expect(await screen.findByText("6 of 14")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Seed 4 samples" })).toBeDisabled();
});

test("a job that waits without a worker says so", async () => {
  const { server } = renderApp("/projects/1/seeding");
  const run = seeding.run && { ...seeding.run, job: makeJob({ state: "queued", worker_alive: false }) };
  server.on("GET", "/api/v1/projects/:id/seeding", () => ({ ...seeding, run }));
  expect(await screen.findByText("No worker is running")).toBeInTheDocument();
});

test("seeding starts with the chosen back ends", async () => {
  const { server } = renderApp("/projects/1/seeding");
  server.on("GET", "/api/v1/projects/:id/seeding", () => ({ ...seeding, run: null }));
  await userEvent.click(await screen.findByRole("button", { name: "Seed 4 samples" }));
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/seeding").at(-1)?.body).toEqual({
    detector: "classical",
    captioner: "classical",
  });
});

describe("where a stage begins with the texts in the images", () => {
  const ocr = textcaps.optional_stages.map(({ stage }) => stage).find(({ kind }) => kind === "ocr.v1")!;
  const reader = { name: "reader", version: "1", roles: ["ocr"], title: "Text reader", description: "Finds words.", available: true, reason: null };
  function open(changes: Partial<typeof reader> | { available: boolean; reason: string }) {
    const { server } = renderApp("/projects/1/seeding");
    server.on("GET", "/api/v1/projects/:id", () => makeProject({ recipe: { ...recipe, stages: [ocr, ...recipe.stages] } }));
    server.on("GET", "/api/v1/projects/:id/seeding", () => ({ ...seeding, run: null, backends: [...seeding.backends, { ...reader, ...changes }] }));
    return server;
  }
  const sent = (server: ReturnType<typeof open>) => server.sent("POST", "/api/v1/projects/1/seeding").at(-1)?.body;

  test("the back end that reads them is shown and sent", async () => {
    const server = open({});
    expect(await screen.findByRole("combobox", { name: "Reading text" })).toHaveValue("Text reader (reader 1)");
    await userEvent.click(screen.getByRole("button", { name: "Seed 4 samples" }));
    await expect.poll(() => sent(server)).toEqual({ detector: "classical", captioner: "classical", ocr: "reader" });
  });

  test("without one the reason is said and the other seeds can be written", async () => {
    const server = open({ available: false, reason: "its weights are not installed" });
    const choice = await screen.findByRole("combobox", { name: "Reading text" });
    expect(choice).toHaveAccessibleDescription(/^Text reader – not available: its weights are not installed/);
    await userEvent.click(screen.getByRole("button", { name: "Seed 4 samples" }));
    await expect.poll(() => sent(server)).toEqual({ detector: "classical", captioner: "classical", ocr: "" });
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
