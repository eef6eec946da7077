import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { makeJob, seeding } from "@/testing/world";

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

test("opening without seeds asks first", async () => {
  const { server } = renderApp("/projects/1/seeding");
  await userEvent.click(await screen.findByRole("button", { name: "Open 4 samples without seeds" }));
  const dialog = await screen.findByRole("dialog", { name: "Open without seeds?" });
  expect(server.sent("POST", "/api/v1/projects/1/seeding/skip")).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole("button", { name: "Open them" }));
  expect(await screen.findByText("4 samples are open.")).toBeInTheDocument();
});
