import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Job } from "@/api/types";
import { renderApp } from "@/testing/render-app";
import { makeJob } from "@/testing/world";
import { overview } from "@/testing/world-dashboards";

const notice = (code: string, message: string): Job["waiting"] => ({
  message,
  message_code: code,
  remedy: null,
  remedy_code: null,
  params: code === "job_waits_for_turn" ? { running: [{ code: "job_exchange_import_title", params: {} }] } : {},
});

/** The overview with one job as the server tells of it. */
function shown(job: Partial<Job>, alive = true) {
  const { server } = renderApp("/projects/1");
  server.on("GET", "/api/v1/projects/:id/overview", () => ({
    ...overview,
    worker: { alive, needed: true, last_seen: null },
    jobs: [makeJob({ state: "queued", worker_alive: alive, ...job })],
  }));
}

test("a job that waits for its turn names what runs before it", async () => {
  shown({ waiting: notice("job_waits_for_turn", "It waits for its turn. Running now: Importing.") });
  expect(await screen.findByText("It waits for its turn. Running now: Importing.")).toBeInTheDocument();
});

test("a job whose message cannot be sent says that it is stored", async () => {
  shown({ waiting: notice("job_waits_for_broker", "The job is stored and begins by itself.") });
  expect(await screen.findByText(/The job is stored and begins by itself/)).toBeInTheDocument();
});

test("that no worker is running is said once, above all jobs", async () => {
  shown({ waiting: notice("job_waits_for_worker", "No worker is running: the job waits until one is.") }, false);
  expect(await screen.findByText("No worker is running")).toBeInTheDocument();
  expect(screen.queryByText(/the job waits until one is/)).not.toBeInTheDocument();
});

test("a job that has ended waits for nothing", async () => {
  shown({ state: "failed", waiting: null });
  expect(await screen.findByText("Failed")).toBeInTheDocument();
  expect(screen.queryByText(/waits/)).not.toBeInTheDocument();
});
