import { queryOptions } from "@tanstack/react-query";
import { api, result, server } from "@/api/client";
import type { NewTextReport, QuestionFile, TextReport } from "@/api/text-reports";
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

/** The models on this server that texts can be scored with. */
export const textModelsQuery = (projectId: number) =>
  queryOptions({
    queryKey: key(projectId, "models"),
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/text-models", { params: of(projectId), signal })),
    staleTime: 0,
  });

export const questionFilesQuery = (projectId: number) =>
  queryOptions({
    queryKey: key(projectId, "questions"),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/question-files", {
          params: { ...of(projectId), query: { page_size: 100 } },
          signal,
        }),
      ),
  });

export function addQuestionFile(projectId: number, file: File): Promise<QuestionFile> {
  const form = new FormData();
  form.append("file", file);
  form.append("name", file.name.replace(/(\.jsonl?)?(\.gz)?$/, "") || file.name);
  return api.post(`/projects/${String(projectId)}/question-files`, form);
}

export async function deleteQuestionFile(projectId: number, fileId: number): Promise<void> {
  await result(
    server.DELETE("/api/v1/projects/{project_id}/question-files/{question_file_id}", {
      params: { path: { project_id: projectId, question_file_id: fileId } },
    }),
  );
}

export function askForReport(projectId: number, request: NewTextReport): Promise<TextReport> {
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
