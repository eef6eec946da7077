import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Guideline, Guidelines } from "@/api/types";

export const guidelinesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "guidelines"],
    queryFn: ({ signal }) => api.get<Guidelines>(`/projects/${String(projectId)}/guidelines`, { signal }),
  });

export const guidelineVersionQuery = (projectId: number, version: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "guidelines", version],
    queryFn: ({ signal }) =>
      api.get<Guideline>(`/projects/${String(projectId)}/guidelines/${String(version)}`, { signal }),
    staleTime: Infinity,
  });

export function markGuidelinesRead(projectId: number): Promise<void> {
  return api.post(`/projects/${String(projectId)}/guidelines/read`);
}
