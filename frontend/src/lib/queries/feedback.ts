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

export function markFeedbackRead(id: number): Promise<void> {
  return api.post(`/feedback/${String(id)}/read`);
}
