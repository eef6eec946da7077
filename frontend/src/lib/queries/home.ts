import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { HomeProject } from "@/api/home";
import type { Page } from "@/api/types";

/** Whatever changes what waits, here or at somebody else's, is seen soon. */
const REFRESH_MS = 30_000;

/** Below one key: what is settled anywhere may change all of it. */
export const HOME = ["home"] as const;

/** What needs me; always the newest, so that nothing is listed that was just settled. */
export const homeQuery = queryOptions({
  queryKey: [...HOME, "needs"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/home", { signal })),
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

/** The projects that I lead or review, the newest first. */
export const homeProjectsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...HOME, "projects", { cursor }],
    queryFn: async ({ signal }) => {
      const query = cursor ? { cursor } : {};
      const page = await result(server.GET("/api/v1/home/projects", { params: { query }, signal }));
      return page as unknown as Page<HomeProject>;
    },
    staleTime: 0,
  });
