import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Datasheet, NewRelease, Release, ReleaseScope, SampleDifference } from "@/api/releases";
import type { Page } from "@/api/types";
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

/** All of them, page by page: whoever chooses among them must find the first one, too. */
export const everyReleaseQuery = (projectId: number) =>
  queryOptions({
    queryKey: releasesKey(projectId, "every"),
    queryFn: async ({ signal }) => {
      const found: Release[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const query = { page_size: 100, ...(cursor && { cursor }) };
        const params = { ...of(projectId), query };
        const page: Page<Release> = await result(
          server.GET("/api/v1/projects/{project_id}/releases", { params, signal }),
        );
        found.push(...page.results);
        cursor = page.next;
      }
      return found;
    },
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

const beside = (projectId: number, releaseId: number, beforeId: number) => ({
  path: { project_id: projectId, release_id: releaseId, before_id: beforeId },
});

/** A release beside an earlier one. Both are frozen: what they differ in stays. */
export const comparisonQuery = (projectId: number, releaseId: number, beforeId: number) =>
  queryOptions({
    queryKey: releasesKey(projectId, releaseId, "compare", beforeId),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/releases/{release_id}/compare/{before_id}", {
          params: beside(projectId, releaseId, beforeId),
          signal,
        }),
      ),
  });

export interface DifferencesWish {
  change?: SampleDifference["change"] | undefined;
  cursor?: string | undefined;
}

export const differencesQuery = (projectId: number, releaseId: number, beforeId: number, wish: DifferencesWish) =>
  queryOptions({
    queryKey: releasesKey(projectId, releaseId, "differences", beforeId, wish),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/releases/{release_id}/compare/{before_id}/samples", {
          params: {
            ...beside(projectId, releaseId, beforeId),
            query: { change: wish.change ?? null, cursor: wish.cursor ?? null },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const datasheetQuery = (projectId: number) =>
  queryOptions({
    queryKey: releasesKey(projectId, "datasheet"),
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/releases/datasheet", { params: of(projectId), signal })),
  });

export function writeDatasheet(projectId: number, answers: Record<string, string>): Promise<Datasheet> {
  return result(
    server.PUT("/api/v1/projects/{project_id}/releases/datasheet", { params: of(projectId), body: { answers } }),
  );
}
