import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { BackendInfo, Connection, Lineup, ModelVersion } from "@/api/models";

const at = (projectId: number, path: string) => `/projects/${String(projectId)}/${path}`;

export const modelsKey = (projectId: number) => ["projects", projectId, "models"];

/** Which back ends this server has, and what each wants to be told. */
export const backendsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "backends"],
    queryFn: ({ signal }) => api.get<BackendInfo[]>(at(projectId, "backends"), { signal }),
    staleTime: 60_000,
  });

export const connectionsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "connections"],
    queryFn: ({ signal }) => api.get<Connection[]>(at(projectId, "connections"), { signal }),
  });

export const connectionQuery = (projectId: number, connectionId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "connections", connectionId],
    queryFn: ({ signal }) => api.get<Connection>(at(projectId, `connections/${String(connectionId)}`), { signal }),
  });

/** M0 … Mn of a connection, the newest first. */
export const versionsQuery = (projectId: number, connectionId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "connections", connectionId, "versions"],
    queryFn: async ({ signal }) => {
      const path = at(projectId, `connections/${String(connectionId)}/versions`);
      const versions = await api.get<ModelVersion[]>(path, { signal });
      return versions.toSorted((a, b) => b.number - a.number);
    },
  });

export const lineupQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "lineup"],
    queryFn: ({ signal }) => api.get<Lineup>(at(projectId, "lineup"), { signal }),
  });
