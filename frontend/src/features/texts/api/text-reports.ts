import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { OfferedTexts, TextMeasure, TextReport } from "@/api/text-reports";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const one = (projectId: number, reportId: number) => ({ path: { project_id: projectId, text_report_id: reportId } });
const key = (projectId: number, ...rest: unknown[]) => ["projects", projectId, "text-reports", ...rest];

const waits = ({ state, job }: TextReport) => state === "measuring" || isActive(job);

export const textReportsQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: key(projectId, "list", cursor ?? ""),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/text-reports", {
          params: { ...of(projectId), query: cursor ? { cursor } : {} },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(waits) ? JOB_POLL_MS : false),
  });

export const textReportQuery = (projectId: number, reportId: number) =>
  queryOptions({
    queryKey: key(projectId, reportId),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/text-reports/{text_report_id}", {
          params: one(projectId, reportId),
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data && waits(state.data) ? JOB_POLL_MS : false),
  });

export const textSourcesQuery = (projectId: number) =>
  queryOptions({
    queryKey: key(projectId, "sources"),
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/text-sources", { params: of(projectId), signal })),
    staleTime: 0,
  });

export interface ReportRequest {
  name: string;
  sources: { source: OfferedTexts["source"]; title: string }[];
  references: OfferedTexts["source"] | null;
  measures: TextMeasure[];
  same_images: boolean;
  meteor: boolean;
}

export function askForReport(projectId: number, request: ReportRequest): Promise<TextReport> {
  return result(
    server.POST("/api/v1/projects/{project_id}/text-reports", {
      params: of(projectId),
      body: request,
    }),
  );
}

export async function deleteReport(projectId: number, reportId: number): Promise<void> {
  await result(
    server.DELETE("/api/v1/projects/{project_id}/text-reports/{text_report_id}", { params: one(projectId, reportId) }),
  );
}

/** Where a table of a report is, or the figures of its single texts or images. */
export function fileAddress(projectId: number, reportId: number, suffix: "csv" | "tex", table: string): string {
  return `/api/v1/projects/${String(projectId)}/text-reports/${String(reportId)}/table.${suffix}?table=${table}`;
}
