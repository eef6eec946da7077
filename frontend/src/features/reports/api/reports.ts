import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { components } from "@/api/schema";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

export type Report = components["schemas"]["Report"];

const of = (projectId: number) => ({ path: { project_id: projectId } });
const key = (projectId: number) => ["projects", projectId, "reports"];

export const reportsQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: [...key(projectId), cursor ?? ""],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/reports", {
          params: { ...of(projectId), query: cursor ? { cursor } : {} },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(isActive) ? JOB_POLL_MS : false),
  });

export const allReports = (projectId: number) => ({ queryKey: key(projectId) });

export function writeReport(projectId: number, wishes: { title: string; with_names: boolean }): Promise<Report> {
  return result(server.POST("/api/v1/projects/{project_id}/reports", { params: of(projectId), body: wishes }));
}

export async function deleteReport(projectId: number, reportId: number): Promise<void> {
  await result(
    server.DELETE("/api/v1/projects/{project_id}/reports/{report_id}", {
      params: { path: { project_id: projectId, report_id: reportId } },
    }),
  );
}
