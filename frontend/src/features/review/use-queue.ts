import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { reviewQuery, type ReviewFilters } from "./api/review";

export interface Queue {
  /** Counted from 1; 0 where this answer is not in the list one came from. */
  position: number;
  count: number;
  goNext: () => void;
  goPrevious: () => void;
  hasNext: boolean;
  hasPrevious: boolean;
  goTo: (annotation: number) => void;
}

/**
 * The way through the list one came from. Answers that were judged leave the server's list at once,
 * so the order is remembered here: back and forth mean the same before and after each act.
 */
export function useQueue(projectId: number, annotationId: number, filters: ReviewFilters): Queue {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [ids, setIds] = useState<number[]>([]);
  const page = useQuery({ ...reviewQuery(projectId, filters), refetchOnWindowFocus: false }).data;
  const fresh = (page?.results ?? []).map(({ answer }) => answer.annotation).filter((id) => !ids.includes(id));
  if (fresh.length > 0) setIds([...ids, ...fresh]);

  const at = ids.indexOf(annotationId);
  const goTo = (annotation: number, cursor = filters.cursor) =>
    void navigate({
      to: "/projects/$projectId/review/$annotationId",
      params: { projectId: String(projectId), annotationId: String(annotation) },
      search: { ...filters, ...(cursor ? { cursor } : {}) },
      replace: true,
    });
  const goOn = async (cursor: string) => {
    const next = await client.fetchQuery(reviewQuery(projectId, { ...filters, cursor }));
    const first = next.results.find(({ answer }) => !ids.includes(answer.annotation));
    if (first) goTo(first.answer.annotation, cursor);
  };
  const next = ids[at + 1];
  const previous = at > 0 ? ids[at - 1] : undefined;
  return {
    position: at + 1,
    count: ids.length,
    hasNext: next !== undefined || Boolean(page?.next),
    hasPrevious: previous !== undefined,
    goNext: () => {
      if (next !== undefined) goTo(next);
      else if (page?.next) void goOn(page.next);
    },
    goPrevious: () => {
      if (previous !== undefined) goTo(previous);
    },
    goTo,
  };
}
