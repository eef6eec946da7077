import { queryOptions, useQuery } from "@tanstack/react-query";
import { result, server } from "@/api/client";

/** Asked again regularly: work appears when somebody else submits. */
const REFRESH_MS = 20_000;

export const workQuery = queryOptions({
  queryKey: ["work"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/work", { signal })),
  refetchInterval: REFRESH_MS,
});

/** For the navigation, which is on every page: there it need not be the newest. */
const inNavigation = { ...workQuery, refetchInterval: false, staleTime: 60_000 } as const;

export function useUnreadFeedback(): number {
  return useQuery(inNavigation).data?.unread_feedback ?? 0;
}

/** Whether I lead or review a project, and so have a home beside my work. */
export function useLeads(): boolean {
  return useQuery(inNavigation).data?.leads ?? false;
}
