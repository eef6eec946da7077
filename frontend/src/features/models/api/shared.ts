import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { Health, NewConnection, SharedChanges, SharedConnection } from "@/api/models";

const KEY = ["shared-connections"];
const at = (id: number) => ({ path: { shared_id: id } });

export const sharedKey = KEY;

/** Connections of the installation, for its administrators. */
export const sharedQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => result(server.GET("/api/v1/admin/connections", { signal })),
});

export const sharedBackendsQuery = queryOptions({
  queryKey: [...KEY, "backends"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/admin/backends", { signal })),
  staleTime: 60_000,
});

export function makeShared(connection: NewConnection): Promise<SharedConnection> {
  return result(server.POST("/api/v1/admin/connections", { body: connection }));
}

export function changeShared(id: number, changes: SharedChanges): Promise<SharedConnection> {
  return result(server.PATCH("/api/v1/admin/connections/{shared_id}", { params: at(id), body: changes }));
}

export function deleteShared(id: number): Promise<void> {
  return done(server.DELETE("/api/v1/admin/connections/{shared_id}", { params: at(id) }));
}

export function checkShared(id: number): Promise<Health> {
  return result(server.POST("/api/v1/admin/connections/{shared_id}/health", { params: at(id) }));
}
