import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { FurtherReading, NewSecondReading, SecondReading, SecondReadingDetail } from "@/api/second-reader";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const one = (projectId: number, readingId: number) => ({
  path: { project_id: projectId, second_reading_id: readingId },
});

export const readingsKey = (projectId: number, ...rest: unknown[]) => [
  "projects",
  projectId,
  "second-readings",
  ...rest,
];

export const readingsQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: readingsKey(projectId, "list", cursor ?? ""),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/second-readings", {
          params: { ...of(projectId), query: cursor ? { cursor } : {} },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(({ job }) => isActive(job)) ? JOB_POLL_MS : false),
  });

export const readingChoicesQuery = (projectId: number) =>
  queryOptions({
    queryKey: readingsKey(projectId, "choices"),
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/second-readings/choices", { params: of(projectId), signal })),
    staleTime: 0,
  });

/** What a stopped run had asked about is still answered, and kept. */
const waits = ({ job, state, counts }: SecondReadingDetail) =>
  isActive(job) || (state === "stopped" && counts.asked > 0);

export const precisionQuery = (projectId: number) =>
  queryOptions({
    queryKey: readingsKey(projectId, "precision"),
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/second-readings/precision", { params: of(projectId), signal })),
    staleTime: 0,
  });

export const readingQuery = (projectId: number, readingId: number) =>
  queryOptions({
    queryKey: readingsKey(projectId, readingId),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/second-readings/{second_reading_id}", {
          params: one(projectId, readingId),
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data && waits(state.data) ? JOB_POLL_MS : false),
  });

export const readTextsQuery = (projectId: number, readingId: number, answered: number, cursor?: string) =>
  queryOptions({
    queryKey: readingsKey(projectId, readingId, "texts", answered, cursor ?? ""),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/second-readings/{second_reading_id}/texts", {
          params: { ...one(projectId, readingId), query: { page_size: 10, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export function startReading(projectId: number, wish: NewSecondReading): Promise<SecondReading> {
  return result(server.POST("/api/v1/projects/{project_id}/second-readings", { params: of(projectId), body: wish }));
}

export function stopReading(projectId: number, readingId: number): Promise<SecondReadingDetail> {
  return result(
    server.POST("/api/v1/projects/{project_id}/second-readings/{second_reading_id}/stop", {
      params: one(projectId, readingId),
    }),
  );
}

export function continueReading(projectId: number, readingId: number, further: FurtherReading) {
  return result(
    server.POST("/api/v1/projects/{project_id}/second-readings/{second_reading_id}/continue", {
      params: one(projectId, readingId),
      body: further,
    }),
  );
}
