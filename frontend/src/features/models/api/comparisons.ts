import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { VersionComparison } from "@/api/models";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";
import { modelsKey } from "@/lib/queries/models";

type Asked = { connection: number } | { old: number; new: number };

export function compareVersions(projectId: number, asked: Asked): Promise<VersionComparison> {
  return result(
    server.POST("/api/v1/projects/{project_id}/comparisons", {
      params: { path: { project_id: projectId } },
      body: asked,
    }),
  );
}

/** What was compared in this project, newest first. */
export const comparisonsQuery = (projectId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "comparisons", "past", cursor ?? ""],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/comparisons", {
          params: { path: { project_id: projectId }, query: { page_size: 20, ...(cursor ? { cursor } : {}) } },
          signal,
        }),
      ),
  });

export const comparisonQuery = (projectId: number, comparisonId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "comparisons", comparisonId],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/comparisons/{comparison_id}", {
          params: { path: { project_id: projectId, comparison_id: comparisonId } },
          signal,
        }),
      ),
    refetchInterval: (query) => (isActive(query.state.data?.job) ? JOB_POLL_MS : false),
  });
