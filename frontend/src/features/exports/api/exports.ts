import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Export, ExportFormat } from "@/api/types";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

export const exportsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "exports"],
    queryFn: ({ signal }) => api.get<Export[]>(`/projects/${String(projectId)}/exports`, { signal }),
    refetchInterval: (query) => (query.state.data?.some(isActive) ? JOB_POLL_MS : false),
  });

export function startExport(
  projectId: number,
  order: { format: ExportFormat; only_done: boolean },
): Promise<Export> {
  return api.post(`/projects/${String(projectId)}/exports`, order);
}

export function exportFileUrl(projectId: number, exportId: number): string {
  return `/api/v1/projects/${String(projectId)}/exports/${String(exportId)}/file`;
}
