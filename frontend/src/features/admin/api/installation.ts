import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { ProjectStorage } from "@/api/types";

/** Looked at again by itself while the page is open. */
const AGAIN_MS = 60_000;

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/admin/health", { signal })),
  refetchInterval: AGAIN_MS,
});

export const historyQuery = (span: "day" | "month") =>
  queryOptions({
    queryKey: ["health", "history", span],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/admin/health/history", { params: { query: { span } }, signal })),
  });

type Sum = Extract<keyof ProjectStorage, "total_bytes" | "image_bytes" | "export_bytes" | "release_bytes">;
export type StorageOrder = "name" | Sum | `-${Sum}`;
export const STORAGE_ORDERS = [
  "name",
  "-total_bytes",
  "total_bytes",
  "-image_bytes",
  "image_bytes",
  "-export_bytes",
  "export_bytes",
  "-release_bytes",
  "release_bytes",
] as const satisfies readonly StorageOrder[];

export const storageQuery = (order: StorageOrder, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["storage", order, cursor],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/admin/storage", { params: { query: { order, cursor } }, signal })),
  });
