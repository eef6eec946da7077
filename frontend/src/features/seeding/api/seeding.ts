import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Import, Seeding, SeedingRun } from "@/api/types";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

export const seedingQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "seeding"],
    queryFn: ({ signal }) => api.get<Seeding>(`/projects/${String(projectId)}/seeding`, { signal }),
    refetchInterval: (query) => (isActive(query.state.data?.run) ? JOB_POLL_MS : false),
  });

export interface SeedingChoice {
  detector: string;
  captioner: string;
}

export function startSeeding(projectId: number, choice: SeedingChoice): Promise<SeedingRun> {
  return api.post(`/projects/${String(projectId)}/seeding`, choice);
}

export function skipSeeding(projectId: number): Promise<{ opened: number }> {
  return api.post(`/projects/${String(projectId)}/seeding/skip`);
}

export function uploadSeeds(projectId: number, file: File): Promise<Import> {
  const form = new FormData();
  form.append("file", file, file.name);
  return api.post(`/projects/${String(projectId)}/seeds`, form);
}
