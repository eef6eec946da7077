import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { ModelVersion } from "@/api/models";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const ofConnection = (projectId: number, connectionId: number) => ({
  path: { project_id: projectId, connection_id: connectionId },
});

export const modelsKey = (projectId: number) => ["projects", projectId, "models"];

/** Which back ends this server has, and what each wants to be told. */
export const backendsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "backends"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/backends", { params: of(projectId), signal })),
    staleTime: 60_000,
  });

export const connectionsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "connections"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/connections", { params: of(projectId), signal })),
  });

export const connectionQuery = (projectId: number, connectionId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "connections", connectionId],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/connections/{connection_id}", {
          params: ofConnection(projectId, connectionId),
          signal,
        }),
      ),
  });

/** M0 … Mn of a connection, the newest first. */
export const versionsQuery = (projectId: number, connectionId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "connections", connectionId, "versions"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/connections/{connection_id}/versions", {
          params: ofConnection(projectId, connectionId),
          signal,
        }),
      ),
  });

export const modelAssignmentQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "model-assignment"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/model-assignment", { params: of(projectId), signal })),
  });

/** Names the version that is left, so that a second click does not go back twice. */
export function rollBack(projectId: number, connectionId: number, serving: number): Promise<ModelVersion> {
  return result(
    server.POST("/api/v1/projects/{project_id}/connections/{connection_id}/rollback", {
      params: ofConnection(projectId, connectionId),
      body: { serving },
    }),
  );
}
