import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { Choice, Notification } from "@/api/notifications";
import type { Page } from "@/api/types";

const KEY = ["notifications"] as const;
const CHOICES = ["notification-choices"] as const;
/** The number on the bell need not be the newest. */
const REFRESH_MS = 60_000;

/** What I am told, the latest first. */
export const notificationsQuery = (cursor: string | undefined, unread: boolean) =>
  queryOptions({
    queryKey: [...KEY, { cursor, unread }],
    queryFn: async ({ signal }) => {
      const query = { ...(cursor ? { cursor } : {}), ...(unread ? { unread } : {}) };
      const page = await result(server.GET("/api/v1/me/notifications", { params: { query }, signal }));
      return page as unknown as Page<Notification>;
    },
  });

/** How many I have not read; 0 until that is known. */
export function useUnreadNotifications(): number {
  const { data } = useQuery({
    queryKey: [...KEY, "unread"],
    queryFn: ({ signal }) => result(server.GET("/api/v1/me/notifications/unread", { signal })),
    refetchInterval: REFRESH_MS,
  });
  return data?.count ?? 0;
}

/** Marks one as read, or all of them where none is named. */
export function useMarkNotificationRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number | null) =>
      id === null
        ? done(server.POST("/api/v1/me/notifications/read"))
        : done(
            server.POST("/api/v1/me/notifications/{notification_id}/read", {
              params: { path: { notification_id: id } },
            }),
          ),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export const choicesQuery = queryOptions({
  queryKey: CHOICES,
  queryFn: ({ signal }) => result(server.GET("/api/v1/me/notifications/choices", { signal })),
});

/** Changes how I am told of one kind. */
export function useChoose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, ...changes }: Pick<Choice, "kind"> & Partial<Choice>) =>
      result(server.PATCH("/api/v1/me/notifications/choices/{kind}", { params: { path: { kind } }, body: changes })),
    onSettled: () => client.invalidateQueries({ queryKey: CHOICES }),
  });
}
