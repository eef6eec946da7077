import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Batch, NewBatch } from "@/api/quality";
import { qualityKey } from "@/lib/queries/quality";

export function makeBatch(projectId: number, batch: NewBatch): Promise<Batch> {
  return result(
    server.POST("/api/v1/projects/{project_id}/batches", {
      params: { path: { project_id: projectId } },
      body: batch,
    }),
  );
}

export function moveBatch(projectId: number, batchId: number, to: "open" | "close"): Promise<Batch> {
  const params = { path: { project_id: projectId, batch_id: batchId } };
  return to === "open"
    ? result(server.POST("/api/v1/projects/{project_id}/batches/{batch_id}/open", { params }))
    : result(server.POST("/api/v1/projects/{project_id}/batches/{batch_id}/close", { params }));
}

export const batchReportQuery = (projectId: number, batchId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "batches", batchId],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/batches/{batch_id}/report", {
          params: { path: { project_id: projectId, batch_id: batchId } },
          signal,
        }),
      ),
  });
