import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { BulkResult, Feedback, Judged, ReviewItem, SentFeedback, Verdict } from "@/api/quality";
import type { Page } from "@/api/types";
import { qualityKey } from "@/lib/queries/quality";
import { searchOf } from "@/lib/search-params";

export interface ReviewFilters {
  state?: string | undefined;
  code?: string | undefined;
  annotator?: string | undefined;
  stage?: string | undefined;
  batch?: string | undefined;
  cursor?: string | undefined;
}

const base = (projectId: number) => `/projects/${String(projectId)}/review`;
const listKey = (projectId: number) => ["projects", projectId, "review", "list"] as const;

export const reviewQuery = (projectId: number, filters: ReviewFilters) =>
  queryOptions({
    queryKey: [...listKey(projectId), filters],
    queryFn: ({ signal }) =>
      api.get<Page<ReviewItem>>(`${base(projectId)}${searchOf({ state: "open", ...filters })}`, { signal }),
  });

export const reviewItemQuery = (projectId: number, annotation: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "review", "item", annotation],
    queryFn: ({ signal }) => api.get<ReviewItem>(`${base(projectId)}/${String(annotation)}`, { signal }),
  });

export interface Judgement {
  verdict: Verdict;
  reason: string;
  requeue: boolean;
}

export function judge(projectId: number, annotation: number, judgement: Judgement): Promise<Judged> {
  return api.post(`${base(projectId)}/${String(annotation)}`, judgement);
}

export function judgeMany(projectId: number, annotations: number[], judgement: Judgement): Promise<BulkResult> {
  return api.post(`${base(projectId)}/bulk`, { annotations, ...judgement });
}

export function sendFeedback(projectId: number, feedback: Feedback): Promise<SentFeedback> {
  return api.post(`/projects/${String(projectId)}/feedback`, feedback);
}

/** The queue on the screen keeps its order while one goes through it; everything else is asked anew. */
export function afterJudging(client: QueryClient, projectId: number, judged: ReviewItem): void {
  client.setQueryData(reviewItemQuery(projectId, judged.answer.annotation).queryKey, judged);
  void client.invalidateQueries({ queryKey: listKey(projectId), refetchType: "none" });
  void client.invalidateQueries({ queryKey: qualityKey(projectId) });
}
