import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { OutcomeNotice } from "@/api/hits";
import type { Page } from "@/api/types";
import { workQuery } from "./work";

const KEY = ["feedback", "outcomes"] as const;

/** What became of my work, newest first. */
export const outcomeNoticesQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...KEY, { cursor }],
    queryFn: async ({ signal }) => {
      const query = cursor ? { cursor } : {};
      const page = await result(server.GET("/api/v1/feedback/outcomes", { params: { query }, signal }));
      return page as unknown as Page<OutcomeNotice>;
    },
  });

/** Marks one as read, or all of them where none is named. */
export function useMarkOutcomeRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number | null) =>
      id === null
        ? done(server.POST("/api/v1/feedback/outcomes/read"))
        : done(server.POST("/api/v1/feedback/outcomes/{notice_id}/read", { params: { path: { notice_id: id } } })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: KEY }),
        client.invalidateQueries({ queryKey: workQuery.queryKey }),
      ]),
  });
}
