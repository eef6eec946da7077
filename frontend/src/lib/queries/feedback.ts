import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { MyFeedback } from "@/api/hits";
import type { Page } from "@/api/types";

export const feedbackQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["feedback", { cursor }],
    queryFn: ({ signal }) =>
      api.get<Page<MyFeedback>>(`/feedback${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ""}`, { signal }),
  });

/** What was said about one submission. */
export const feedbackOnQuery = (assignmentId: number) =>
  queryOptions({
    queryKey: ["feedback", { assignment: assignmentId }],
    queryFn: ({ signal }) => api.get<Page<MyFeedback>>(`/feedback?assignment=${String(assignmentId)}`, { signal }),
  });

export function replyToFeedback(id: number, message: string): Promise<void> {
  return api.post(`/feedback/${String(id)}/reply`, { message });
}

export function markFeedbackRead(id: number): Promise<void> {
  return api.post(`/feedback/${String(id)}/read`);
}
