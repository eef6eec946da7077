import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { HarmVersions } from "@/api/harms";
import type {
  Loop,
  LoopEvent,
  LoopSettings,
  Training,
  TrainingPoint,
  TrainingPoints,
  TrainingState,
} from "@/api/learning";
import type { Page } from "@/api/types";

const at = (projectId: number, path: string) => `/projects/${String(projectId)}/${path}`;
const key = (projectId: number) => ["projects", projectId, "learning"];
const POLL_MS = 2_000;
/** Somebody else, or the worker, may begin something at any time. */
const IDLE_POLL_MS = 15_000;

/** Lists of what happened: what is kept of them is old as soon as something has happened since. */
const asItGoes = { staleTime: 0, refetchInterval: IDLE_POLL_MS } as const;

const over: readonly TrainingState[] = ["succeeded", "failed", "cancelled"];

/** Whether something of it still goes on by itself. */
export function isRunning({ state }: { state: TrainingState }): boolean {
  return !over.includes(state) && state !== "waiting";
}

export function isOver({ state }: { state: TrainingState }): boolean {
  return over.includes(state);
}

export const loopQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...key(projectId), "loop"],
    queryFn: ({ signal }) => api.get<Loop>(at(projectId, "loop"), { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === "training" || state.data?.state === "refreshing" ? POLL_MS : IDLE_POLL_MS,
  });

export const eventsQuery = (projectId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...key(projectId), "events", cursor],
    queryFn: ({ signal }) => api.get<Page<LoopEvent>>(at(projectId, `loop/events${asQuery(cursor)}`), { signal }),
    ...asItGoes,
  });

export const trainingsQuery = (projectId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...key(projectId), "trainings", cursor],
    queryFn: ({ signal }) => api.get<Page<Training>>(at(projectId, `trainings${asQuery(cursor)}`), { signal }),
    ...asItGoes,
  });

export const harmVersionsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...key(projectId), "harm-versions"],
    queryFn: ({ signal }) => api.get<HarmVersions>(at(projectId, "harms/versions"), { signal }),
    staleTime: 0,
  });

export const trainingQuery = (projectId: number, trainingId: number) =>
  queryOptions({
    queryKey: [...key(projectId), "training", trainingId],
    queryFn: ({ signal }) => api.get<Training>(at(projectId, `trainings/${String(trainingId)}`), { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  });

/** The curve so far; only what is new is asked for while it grows. */
export const curveQuery = (projectId: number, trainingId: number, running: boolean) =>
  queryOptions({
    queryKey: [...key(projectId), "curve", trainingId],
    queryFn: async ({ signal, client, queryKey }) => {
      const known = client.getQueryData<TrainingPoint[]>(queryKey) ?? [];
      const last = known.at(-1)?.step;
      const after = last === undefined ? "" : `?after=${String(last)}`;
      const { points } = await api.get<TrainingPoints>(
        at(projectId, `trainings/${String(trainingId)}/points${after}`),
        { signal },
      );
      return [...known, ...points];
    },
    refetchInterval: running ? POLL_MS : false,
  });

const asQuery = (cursor: string | undefined) => (cursor ? `?cursor=${encodeURIComponent(cursor)}` : "");

export function changeLoop(projectId: number, changes: Partial<LoopSettings>): Promise<Loop> {
  return api.put(at(projectId, "loop"), changes);
}

export function train(projectId: number, connection: number): Promise<Training> {
  return api.post(at(projectId, "trainings"), { connection });
}

export function cancelTraining(projectId: number, id: number): Promise<Training> {
  return api.post(at(projectId, `trainings/${String(id)}/cancel`));
}

export function finishTraining(projectId: number, id: number, model: string, notes: string): Promise<Training> {
  return api.post(at(projectId, `trainings/${String(id)}/finish`), { model, notes });
}

export const trainingFile = (projectId: number, id: number) =>
  `/api/v1${at(projectId, `trainings/${String(id)}/file`)}`;
