import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Batch, BatchReport } from "@/api/quality";
import { qualityKey } from "@/lib/queries/quality";

const base = (projectId: number) => `/projects/${String(projectId)}/batches`;

export interface NewBatch {
  title: string;
  size?: number;
  carry_over: boolean;
}

export function makeBatch(projectId: number, batch: NewBatch): Promise<Batch> {
  return api.post(base(projectId), batch);
}

export function moveBatch(projectId: number, batchId: number, to: "open" | "close"): Promise<Batch> {
  return api.post(`${base(projectId)}/${String(batchId)}/${to}`);
}

export const batchReportQuery = (projectId: number, batchId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "batches", batchId],
    queryFn: ({ signal }) =>
      api.get<BatchReport>(`${base(projectId)}/${String(batchId)}/report`, { signal }),
  });
