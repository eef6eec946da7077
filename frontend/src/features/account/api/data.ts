import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { DataFile } from "@/api/types";

const POLL = 2_000;

/** Files of one's own data, and the deletion one has asked for; read again while a file is written. */
export const ownDataQuery = queryOptions({
  queryKey: ["me", "data"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/me/data", { signal })),
  refetchInterval: ({ state }) =>
    state.data?.files.some((file) => file.state === "queued" || file.state === "running") ? POLL : false,
});

export const ownFile = (fileId: number) => `/api/v1/me/data/files/${fileId}`;

export function askForFile(): Promise<DataFile> {
  return result(server.POST("/api/v1/me/data/files"));
}

export function askForDeletion(password: string): Promise<unknown> {
  return result(server.POST("/api/v1/me/deletion", { body: { password } }));
}

export function takeDeletionBack(): Promise<void> {
  return done(server.DELETE("/api/v1/me/deletion"));
}
