import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { DataFile, Deletion, RetentionOutlook, RetentionRule } from "@/api/types";

const POLL = 2_000;
export type RetentionKind = RetentionRule["kind"];
const one = (userId: number) => ({ path: { user_id: userId } });

export const dataFilesQuery = (userId: number) =>
  queryOptions({
    queryKey: ["users", userId, "data-files"],
    queryFn: ({ signal }) => result(server.GET("/api/v1/users/{user_id}/data-files", { params: one(userId), signal })),
    refetchInterval: ({ state }) =>
      state.data?.some((file) => file.state === "queued" || file.state === "running") ? POLL : false,
  });

export const dataFile = (userId: number, fileId: number) => `/api/v1/users/${userId}/data-files/${fileId}`;

export function askForFile(userId: number): Promise<DataFile> {
  return result(server.POST("/api/v1/users/{user_id}/data-files", { params: one(userId) }));
}

export const previewQuery = (userId: number) =>
  queryOptions({
    queryKey: ["users", userId, "deletion"],
    queryFn: ({ signal }) => result(server.GET("/api/v1/users/{user_id}/deletion", { params: one(userId), signal })),
  });

export function deletePerson(userId: number): Promise<Deletion> {
  return result(server.POST("/api/v1/users/{user_id}/deletion", { params: one(userId) }));
}

export const deletionsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["deletions", cursor],
    queryFn: ({ signal }) => result(server.GET("/api/v1/admin/deletions", { params: { query: { cursor } }, signal })),
    refetchInterval: ({ state }) => (state.data?.results.some((row) => row.state === "running") ? POLL : false),
  });

export const retentionQuery = queryOptions({
  queryKey: ["retention"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/admin/retention", { signal })),
});

export const runsQuery = queryOptions({
  queryKey: ["retention", "runs"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/admin/retention/runs", { signal })),
});

export const outlookQuery = (rule: RetentionKind, days: number) =>
  queryOptions({
    queryKey: ["retention", "outlook", rule, days],
    queryFn: ({ signal }): Promise<RetentionOutlook> =>
      result(
        server.GET("/api/v1/admin/retention/rules/{rule}", {
          params: { path: { rule }, query: { days } },
          signal,
        }),
      ),
  });

export function keepFor(rule: RetentionKind, days: number | null): Promise<RetentionRule> {
  return result(server.PUT("/api/v1/admin/retention/rules/{rule}", { params: { path: { rule } }, body: { days } }));
}
