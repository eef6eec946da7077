import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Quality, QualityRun, QualitySettings } from "@/api/quality";
import type { Job } from "@/api/types";
import { qualityKey } from "@/lib/queries/quality";

const of = (projectId: number) => ({ path: { project_id: projectId } });

export function saveQuality(projectId: number, settings: QualitySettings): Promise<Quality> {
  return result(server.PUT("/api/v1/projects/{project_id}/quality", { params: of(projectId), body: settings }));
}

export function runChecks(projectId: number, run: QualityRun): Promise<Job> {
  return result(server.POST("/api/v1/projects/{project_id}/quality/run", { params: of(projectId), body: run }));
}

export const agreementQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "agreement"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/agreement", { params: of(projectId), signal })),
  });

export interface AggregateFilters {
  stage?: string | undefined;
  cursor?: string | undefined;
}

export const aggregatesQuery = (projectId: number, filters: AggregateFilters) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "aggregates", filters],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/aggregates", {
          params: { ...of(projectId), query: queryOf(filters) },
          signal,
        }),
      ),
  });

function queryOf({ stage, cursor }: AggregateFilters) {
  return { ...(stage ? { stage } : {}), ...(cursor ? { cursor } : {}) };
}
