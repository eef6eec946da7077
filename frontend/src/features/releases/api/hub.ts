import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Hub, HubPush, NewHubPush } from "@/api/hub";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";
import { releasesKey } from "./releases";

const of = (projectId: number) => ({ path: { project_id: projectId } });

export const hubKey = (projectId: number) => ["projects", projectId, "hub"];

/** Where releases are pushed to, and with whose token; for leads. */
export const hubQuery = (projectId: number) =>
  queryOptions({
    queryKey: hubKey(projectId),
    queryFn: ({ signal }) => result(server.GET("/api/v1/projects/{project_id}/hub", { params: of(projectId), signal })),
  });

export function giveToken(projectId: number, token: string): Promise<Hub> {
  return result(server.PUT("/api/v1/projects/{project_id}/hub", { params: of(projectId), body: { token } }));
}

export function removeToken(projectId: number): Promise<unknown> {
  return result(server.DELETE("/api/v1/projects/{project_id}/hub", { params: of(projectId) }));
}

const one = (projectId: number, releaseId: number) => ({ path: { project_id: projectId, release_id: releaseId } });

/** The last times that a release was pushed. */
export const pushesQuery = (projectId: number, releaseId: number) =>
  queryOptions({
    queryKey: releasesKey(projectId, releaseId, "pushes"),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/releases/{release_id}/pushes", {
          params: one(projectId, releaseId),
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(isActive) ? JOB_POLL_MS : false),
  });

export function startPush(projectId: number, releaseId: number, wish: NewHubPush): Promise<HubPush> {
  return result(
    server.POST("/api/v1/projects/{project_id}/releases/{release_id}/pushes", {
      params: one(projectId, releaseId),
      body: wish,
    }),
  );
}
