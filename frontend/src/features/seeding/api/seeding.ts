import { queryOptions } from "@tanstack/react-query";
import { formBody, result, server } from "@/api/client";
import type { Opened, SeedImport, SeedingOver, SeedingRun } from "@/api/types";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const of = (projectId: number) => ({ path: { project_id: projectId } });

export const seedingQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "seeding"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/seeding", { params: of(projectId), signal })),
    refetchInterval: ({ state: { data } }) => (isActive(data?.run?.job) || data?.opening ? JOB_POLL_MS : false),
  });

/** The runs so far, the newest first. */
export const runsQuery = (projectId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["projects", projectId, "seeding", "runs", cursor ?? ""],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/seeding/runs", {
          params: { ...of(projectId), ...(cursor ? { query: { cursor } } : {}) },
          signal,
        }),
      ),
  });

/** Names of connections. */
export interface SeedingChoice {
  detector: string;
  captioner: string;
  /** What reads text; an empty one leaves the stage of texts without seeds. */
  ocr?: string;
  over: SeedingOver;
}

export function startSeeding(projectId: number, choice: SeedingChoice): Promise<SeedingRun> {
  return result(server.POST("/api/v1/projects/{project_id}/seeding", { params: of(projectId), body: choice }));
}

export function skipSeeding(projectId: number): Promise<Opened> {
  return result(server.POST("/api/v1/projects/{project_id}/seeding/skip", { params: of(projectId) }));
}

export function uploadSeeds(projectId: number, file: File): Promise<SeedImport> {
  const form = new FormData();
  form.append("file", file, file.name);
  return result(server.POST("/api/v1/projects/{project_id}/seeds", { params: of(projectId), body: formBody(form) }));
}
