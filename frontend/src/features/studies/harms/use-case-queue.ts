import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { HarmCase } from "@/api/harms";
import { casesQuery, type CaseFilters } from "../api/harms";

/** Where the reader is: a page of the server's list, and a place on it. */
interface Place {
  /** The filters that the list is of: other ones are another way through the cases, from its first one. */
  of: string;
  cursor: string | undefined;
  /** `last`: one came to this page from the one after it. */
  at: number | "last";
}

/**
 * The way through the cases one after the other. What was judged may leave the server's list, so a page that
 * was fetched stays as it is while one reads on it: back and forth mean the same before and after a verdict.
 */
export function useCaseQueue(projectId: number, runId: number, filters: CaseFilters) {
  const client = useQueryClient();
  const of = JSON.stringify(filters);
  const [kept, setPlace] = useState<Place>({ of, cursor: undefined, at: 0 });
  const place = kept.of === of ? kept : { of, cursor: undefined, at: 0 };
  const wanted = casesQuery(projectId, runId, filters, place.cursor);
  const query = useQuery({
    ...wanted,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const page = query.data;
  const count = page?.results.length ?? 0;
  const at = place.at === "last" ? Math.max(0, count - 1) : place.at;
  return {
    query,
    item: page?.results[at],
    /** Counted from 1 among all that matched when this page was fetched. */
    position: (page?.before ?? 0) + at + 1,
    count: page?.count ?? 0,
    goNext: () => {
      if (at + 1 < count) setPlace({ ...place, at: at + 1 });
      else if (page?.next) setPlace({ of, cursor: page.next, at: 0 });
    },
    goPrevious: () => {
      if (at > 0) setPlace({ ...place, at: at - 1 });
      else if (page?.previous) setPlace({ of, cursor: page.previous, at: "last" });
    },
    hasNext: at + 1 < count || Boolean(page?.next),
    hasPrevious: at > 0 || Boolean(page?.previous),
    /** A case as the server has it now. */
    replace: (fresh: HarmCase) =>
      client.setQueryData(
        wanted.queryKey,
        (old) => old && { ...old, results: old.results.map((each) => (each.id === fresh.id ? fresh : each)) },
      ),
  };
}

export type CaseQueue = ReturnType<typeof useCaseQueue>;
