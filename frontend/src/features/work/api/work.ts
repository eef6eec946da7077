import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Claim, HistoryDetail, HistoryEntry, Page, Work } from "@/api/types";

/** Asked again regularly: work appears when somebody else submits. */
const REFRESH_MS = 20_000;

export const workQuery = queryOptions({
  queryKey: ["work"],
  queryFn: ({ signal }) => api.get<Work>("/work", { signal }),
  refetchInterval: REFRESH_MS,
});

export function claim(projectId: number, stage: string): Promise<Claim> {
  return api.post(`/projects/${String(projectId)}/claim`, { stage });
}

export const historyQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["history", { cursor }],
    queryFn: ({ signal }) => api.get<Page<HistoryEntry>>("/history", { query: { cursor }, signal }),
  });

export const historyDetailQuery = (assignmentId: number) =>
  queryOptions({
    queryKey: ["history", assignmentId],
    queryFn: ({ signal }) => api.get<HistoryDetail>(`/history/${String(assignmentId)}`, { signal }),
  });
