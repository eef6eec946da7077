import { queryOptions } from "@tanstack/react-query";
import { api, result, server } from "@/api/client";
import type { NewReasoningRun, ReasoningRun, ReasoningSet } from "@/api/reasoning";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const oneRun = (projectId: number, runId: number) => ({ path: { project_id: projectId, reasoning_run_id: runId } });
export const reasoningKey = (projectId: number, ...rest: unknown[]) => ["projects", projectId, "reasoning", ...rest];

const waits = ({ state, job }: ReasoningRun) => state === "asking" || isActive(job);

/** A project has few sets: the published ones are four. */
export const setsQuery = (projectId: number) =>
  queryOptions({
    queryKey: reasoningKey(projectId, "sets"),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/reasoning-sets", {
          params: { ...of(projectId), query: { page_size: 100 } },
          signal,
        }),
      ),
  });

export const runsQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: reasoningKey(projectId, "list", cursor ?? ""),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/reasoning-runs", {
          params: { ...of(projectId), query: cursor ? { cursor } : {} },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(waits) ? JOB_POLL_MS : false),
  });

export const runQuery = (projectId: number, runId: number) =>
  queryOptions({
    queryKey: reasoningKey(projectId, runId),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/reasoning-runs/{reasoning_run_id}", {
          params: oneRun(projectId, runId),
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data && waits(state.data) ? JOB_POLL_MS : false),
  });

export function addSet(projectId: number, file: File, name: string): Promise<ReasoningSet> {
  const form = new FormData();
  form.append("file", file);
  form.append("name", name);
  return api.post(`/projects/${String(projectId)}/reasoning-sets`, form);
}

export async function deleteSet(projectId: number, setId: number): Promise<void> {
  await result(
    server.DELETE("/api/v1/projects/{project_id}/reasoning-sets/{reasoning_set_id}", {
      params: { path: { project_id: projectId, reasoning_set_id: setId } },
    }),
  );
}

export function startRun(projectId: number, run: NewReasoningRun): Promise<ReasoningRun> {
  return result(server.POST("/api/v1/projects/{project_id}/reasoning-runs", { params: of(projectId), body: run }));
}

export async function deleteRun(projectId: number, runId: number): Promise<void> {
  await result(
    server.DELETE("/api/v1/projects/{project_id}/reasoning-runs/{reasoning_run_id}", {
      params: oneRun(projectId, runId),
    }),
  );
}

export function tableAddress(projectId: number, runId: number, table: "figures" | "differences" | "answers"): string {
  return `/api/v1/projects/${String(projectId)}/reasoning-runs/${String(runId)}/table.csv?table=${table}`;
}
