import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { MentionRun, NewMentionRun } from "@/api/mentions";
import type { Page } from "@/api/types";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const ofProject = (projectId: number) => `/projects/${String(projectId)}/mention-runs`;
const run = (runId: number, path = "") => `/mention-runs/${String(runId)}${path}`;
export const mentionsKey = (projectId: number, ...rest: unknown[]) => ["projects", projectId, "mentions", ...rest];

export const mentionRunsQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: mentionsKey(projectId, "list", cursor ?? ""),
    queryFn: ({ signal }) =>
      api.get<Page<MentionRun>>(
        `${ofProject(projectId)}${cursor ? `?${new URLSearchParams({ cursor }).toString()}` : ""}`,
        { signal },
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(({ job }) => isActive(job)) ? JOB_POLL_MS : false),
  });

export const mentionRunQuery = (projectId: number, runId: number) =>
  queryOptions({
    queryKey: mentionsKey(projectId, runId),
    queryFn: ({ signal }) => api.get<MentionRun>(run(runId), { signal }),
    refetchInterval: ({ state }) => (isActive(state.data?.job) ? JOB_POLL_MS : false),
  });

export const startMentionRun = (projectId: number, wish: NewMentionRun) =>
  api.post<MentionRun>(ofProject(projectId), wish);

export const deleteMentionRun = (runId: number) => api.delete(run(runId));

export const mentionExportAddress = (runId: number) => `/api/v1${run(runId, "/export")}`;
