import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Export, ExportFormat } from "@/api/types";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const of = (projectId: number) => ({ path: { project_id: projectId } });

export const exportsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "exports"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/exports", { params: of(projectId), signal })),
    refetchInterval: (query) => (query.state.data?.some(isActive) ? JOB_POLL_MS : false),
  });

export interface ExportWishes {
  format: ExportFormat;
  with_unfinished: boolean;
  only_approved: boolean;
  /** Empty: images of every split. */
  split: "train" | "val" | "test" | "";
  with_rejected: boolean;
  with_dropped: boolean;
  /** The pictures themselves, where the format can hold them. */
  with_pictures: boolean;
}

export function startExport(projectId: number, order: ExportWishes): Promise<Export> {
  return result(server.POST("/api/v1/projects/{project_id}/exports", { params: of(projectId), body: order }));
}
