import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { NewRelease, Release, ReleaseScope } from "@/api/releases";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const one = (projectId: number, releaseId: number) => ({ path: { project_id: projectId, release_id: releaseId } });

export const releasesKey = (projectId: number, ...rest: unknown[]) => ["projects", projectId, "releases", ...rest];

export const releasesQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: releasesKey(projectId, "list", cursor ?? ""),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/releases", {
          params: { ...of(projectId), query: cursor ? { cursor } : {} },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(isActive) ? JOB_POLL_MS : false),
  });

export const releaseQuery = (projectId: number, releaseId: number) =>
  queryOptions({
    queryKey: releasesKey(projectId, releaseId),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/releases/{release_id}", {
          params: one(projectId, releaseId),
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (isActive(state.data) ? JOB_POLL_MS : false),
  });

/** What would be frozen now; while another choice is counted, the figures of the last one stay. */
export const previewQuery = (projectId: number, scope: ReleaseScope) =>
  queryOptions({
    queryKey: releasesKey(projectId, "preview", scope.only_approved, scope.split),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/releases/preview", {
          params: { ...of(projectId), query: scope },
          signal,
        }),
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export function startRelease(projectId: number, wish: NewRelease): Promise<Release> {
  return result(
    server.POST("/api/v1/projects/{project_id}/releases", {
      params: of(projectId),
      body: wish,
    }),
  );
}
