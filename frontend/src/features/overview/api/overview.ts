import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const CALM_REFRESH_MS = 30_000;

/** Refreshed often while a job runs, otherwise now and then. */
export const overviewQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "overview"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/overview", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
    refetchInterval: (query) => (query.state.data?.jobs.some(isActive) ? JOB_POLL_MS : CALM_REFRESH_MS),
  });
