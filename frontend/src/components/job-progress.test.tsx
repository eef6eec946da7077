import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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
  const app = renderApp("/projects/1");
  const { server } = app;
  server.on("GET", "/api/v1/projects/:id/overview", () => ({
    ...overview,
    worker: { alive, needed: true, last_seen: null },
    jobs: [makeJob({ state: "queued", worker_alive: alive, ...job })],
  }));
  return app;
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

test("why a job failed is read before what can be done about it", async () => {
  const error: Job["error"] = {
    code: "disk_full",
    message: "The disk is full.",
    message_code: null,
    remedy: null,
    remedy_code: null,
    params: {},
    retry: true,
  };
  shown({ state: "failed", waiting: null, error });
  const why = await screen.findByText("The disk is full.");
  const again = screen.getByRole("button", { name: "Run again" });
  expect(why.compareDocumentPosition(again)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("a job that failed can be let be", async () => {
  const { server } = shown({ id: 4, state: "failed", waiting: null });
  server.on("POST", "/api/v1/projects/:id/jobs/:job/dismiss", () => makeJob({ state: "failed" }));
  await userEvent.click(await screen.findByRole("button", { name: "Dismiss" }));
  expect(await screen.findByText("Removed from your list.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/jobs/4/dismiss")).toHaveLength(1);
});
