import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type {
  Connection,
  ConnectionChanges,
  Health,
  Lineup,
  ModelVersion,
  NewConnection,
  Trial,
} from "@/api/models";
import type { Page, SampleRow } from "@/api/types";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";
import { modelsKey } from "@/lib/queries/models";

const at = (projectId: number, path: string) => `/projects/${String(projectId)}/${path}`;
const ofConnection = (projectId: number, connectionId: number, path = "") =>
  at(projectId, `connections/${String(connectionId)}${path}`);

export function connect(projectId: number, connection: NewConnection): Promise<Connection> {
  return api.post(at(projectId, "connections"), connection);
}

export function changeConnection(projectId: number, id: number, changes: ConnectionChanges): Promise<Connection> {
  return api.patch(ofConnection(projectId, id), changes);
}

export function archiveConnection(projectId: number, id: number): Promise<void> {
  return api.delete(ofConnection(projectId, id));
}

export interface CheckedHealth extends Health {
  at: string;
}

export const healthKey = (projectId: number, id: number) => [...modelsKey(projectId), "health", id];

/** Asks whether it answers now; the server gives up after ten seconds. */
export async function checkHealth(projectId: number, id: number): Promise<CheckedHealth> {
  const health = await api.post<Health>(ofConnection(projectId, id, "/health"));
  return { ...health, at: new Date().toISOString() };
}

export function registerModel(projectId: number, id: number, model: string, notes: string): Promise<ModelVersion> {
  return api.post(ofConnection(projectId, id, "/versions"), { model, notes });
}

export function promote(projectId: number, versionId: number): Promise<ModelVersion> {
  return api.post(at(projectId, `versions/${String(versionId)}/promote`));
}

/** Names the version that is left, so that a second click does not go back twice. */
export function rollBack(projectId: number, connectionId: number, serving: number): Promise<ModelVersion> {
  return api.post(ofConnection(projectId, connectionId, "/rollback"), { serving });
}

export function saveLineup(projectId: number, lineup: Lineup): Promise<Lineup> {
  return api.put(at(projectId, "lineup"), lineup);
}

export function tryOn(projectId: number, connectionId: number, image: number, version: number | null): Promise<Trial> {
  return api.post(ofConnection(projectId, connectionId, "/try"), { image, ...(version !== null && { version }) });
}

export const trialQuery = (projectId: number, trialId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "trials", trialId],
    queryFn: ({ signal }) => api.get<Trial>(at(projectId, `trials/${String(trialId)}`), { signal }),
    refetchInterval: (query) => (isActive(query.state.data?.job) ? JOB_POLL_MS / 2 : false),
  });

const PICTURES = 12;

/** Some of the project's images, to choose one to try a model on. */
export const picturesQuery = (projectId: number, search: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["projects", projectId, "pictures", search, cursor],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page_size: String(PICTURES) });
      if (search) query.set("search", search);
      if (cursor) query.set("cursor", cursor);
      return api.get<Page<SampleRow>>(at(projectId, `samples?${query.toString()}`), { signal });
    },
  });
