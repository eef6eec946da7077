import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type {
  Connection,
  ConnectionChanges,
  Health,
  ModelAssignment,
  ModelVersion,
  NewConnection,
  Trial,
} from "@/api/models";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";
import { modelsKey } from "@/lib/queries/models";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const ofConnection = (projectId: number, connectionId: number) => ({
  path: { project_id: projectId, connection_id: connectionId },
});

export function connect(projectId: number, connection: NewConnection): Promise<Connection> {
  return result(server.POST("/api/v1/projects/{project_id}/connections", { params: of(projectId), body: connection }));
}

export function changeConnection(projectId: number, id: number, changes: ConnectionChanges): Promise<Connection> {
  return result(
    server.PATCH("/api/v1/projects/{project_id}/connections/{connection_id}", {
      params: ofConnection(projectId, id),
      body: changes,
    }),
  );
}

export function archiveConnection(projectId: number, id: number): Promise<void> {
  return done(
    server.DELETE("/api/v1/projects/{project_id}/connections/{connection_id}", { params: ofConnection(projectId, id) }),
  );
}

export const offersQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "offers"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/offered-connections", { params: of(projectId), signal })),
  });

export function takeOffer(projectId: number, id: number): Promise<Connection> {
  return result(
    server.POST("/api/v1/projects/{project_id}/offered-connections/{shared_id}", {
      params: { path: { project_id: projectId, shared_id: id } },
    }),
  );
}

export interface CheckedHealth extends Health {
  at: string;
}

/** Asks whether it answers now, when told to; the server gives up after ten seconds. */
export const healthCheck = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "health", id],
    queryFn: async (): Promise<CheckedHealth> => {
      const health = await result(
        server.POST("/api/v1/projects/{project_id}/connections/{connection_id}/health", {
          params: ofConnection(projectId, id),
        }),
      );
      return { ...health, at: new Date().toISOString() };
    },
    retry: false,
  });

export function registerModel(projectId: number, id: number, model: string, notes: string): Promise<ModelVersion> {
  return result(
    server.POST("/api/v1/projects/{project_id}/connections/{connection_id}/versions", {
      params: ofConnection(projectId, id),
      body: { model, notes },
    }),
  );
}

export function promote(projectId: number, versionId: number): Promise<ModelVersion> {
  return result(
    server.POST("/api/v1/projects/{project_id}/versions/{version_id}/promote", {
      params: { path: { project_id: projectId, version_id: versionId } },
    }),
  );
}

export function saveModelAssignment(projectId: number, assignment: ModelAssignment): Promise<ModelAssignment> {
  return result(
    server.PUT("/api/v1/projects/{project_id}/model-assignment", { params: of(projectId), body: assignment }),
  );
}

export function tryOn(projectId: number, connectionId: number, image: number, version: number | null): Promise<Trial> {
  return result(
    server.POST("/api/v1/projects/{project_id}/connections/{connection_id}/try", {
      params: ofConnection(projectId, connectionId),
      body: { image, version },
    }),
  );
}

export const trialQuery = (projectId: number, trialId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "trials", trialId],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/trials/{trial_id}", {
          params: { path: { project_id: projectId, trial_id: trialId } },
          signal,
        }),
      ),
    refetchInterval: (query) => (isActive(query.state.data?.job) ? JOB_POLL_MS / 2 : false),
  });

const PICTURES = 12;

/** Some of the project's images, to choose one to try a model on. */
export const picturesQuery = (projectId: number, search: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["projects", projectId, "pictures", search, cursor ?? ""],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/samples", {
          params: {
            ...of(projectId),
            query: { page_size: PICTURES, ...(search && { search }), ...(cursor && { cursor }) },
          },
          signal,
        }),
      ),
  });
