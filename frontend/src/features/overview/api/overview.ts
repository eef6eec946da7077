import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Overview } from "@/api/types";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const CALM_REFRESH_MS = 30_000;

/** Refreshed often while a job runs, otherwise now and then. */
export const overviewQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "overview"],
    queryFn: ({ signal }) => api.get<Overview>(`/projects/${String(projectId)}/overview`, { signal }),
    refetchInterval: (query) => (query.state.data?.jobs.some(isActive) ? JOB_POLL_MS : CALM_REFRESH_MS),
  });
