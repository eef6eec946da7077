import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { HarmActName, HarmCase, HarmCases, HarmRun, HarmStages, HarmVerdictName, NewHarmRun } from "@/api/harms";
import type { Page } from "@/api/types";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const at = (projectId: number, path: string) => `/projects/${String(projectId)}/${path}`;
const run = (runId: number, path = "") => `/harm-runs/${String(runId)}${path}`;
const oneCase = (caseId: number, path = "") => `/harm-cases/${String(caseId)}${path}`;
export const harmsKey = (projectId: number, ...rest: unknown[]) => ["projects", projectId, "harms", ...rest];

export interface CaseFilters {
  measure?: string | undefined;
  /** The cases that count in it: in the upper bound those of all three. */
  bound?: string | undefined;
  kind?: string | undefined;
  aspect?: string | undefined;
  word?: string | undefined;
  synset?: string | undefined;
  verdict?: string | undefined;
  arm?: string | undefined;
  version?: number | undefined;
}

function search(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : "";
}

export const stagesQuery = (projectId: number) =>
  queryOptions({
    queryKey: harmsKey(projectId, "stages"),
    queryFn: ({ signal }) => api.get<HarmStages>(at(projectId, "harms/stages"), { signal }),
  });

export const runsQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: harmsKey(projectId, "list", cursor ?? ""),
    queryFn: ({ signal }) => api.get<Page<HarmRun>>(at(projectId, `harm-runs${search({ cursor })}`), { signal }),
    refetchInterval: ({ state }) => (state.data?.results.some(({ job }) => isActive(job)) ? JOB_POLL_MS : false),
  });

export const runQuery = (projectId: number, runId: number) =>
  queryOptions({
    queryKey: harmsKey(projectId, runId),
    queryFn: ({ signal }) => api.get<HarmRun>(run(runId), { signal }),
    refetchInterval: ({ state }) => (isActive(state.data?.job) ? JOB_POLL_MS : false),
  });

export const casesQuery = (projectId: number, runId: number, filters: CaseFilters, cursor?: string) =>
  queryOptions({
    queryKey: harmsKey(projectId, runId, "cases", filters, cursor ?? ""),
    queryFn: ({ signal }) => api.get<HarmCases>(run(runId, `/cases${search({ ...filters, cursor })}`), { signal }),
  });

export const startRun = (projectId: number, wish: NewHarmRun) => api.post<HarmRun>(at(projectId, "harm-runs"), wish);

export const judgeCase = (caseId: number, body: { verdict: HarmVerdictName | null; note: string }) =>
  api.put<HarmCase>(oneCase(caseId), body);

export const actOnCase = (caseId: number, body: { act: HarmActName; reason: string }) =>
  api.post<HarmCase>(oneCase(caseId, "/act"), body);

export const deleteRun = (runId: number) => api.delete(run(runId));

export const exportAddress = (runId: number) => `/api/v1${run(runId, "/export")}`;
