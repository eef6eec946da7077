import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Enrichment, EnrichmentDetail, FurtherEnrichment, NewEnrichment } from "@/api/enrichments";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const one = (projectId: number, enrichmentId: number) => ({
  path: { project_id: projectId, enrichment_id: enrichmentId },
});

export const enrichmentsKey = (projectId: number, ...rest: unknown[]) => [
  "projects",
  projectId,
  "enrichments",
  ...rest,
];

/** One that was stopped is still measured for a moment: its figures come when the worker has seen it. */
const waits = ({ job, state, counts, figures }: EnrichmentDetail) =>
  isActive(job) || (state === "stopped" && (counts.asked > 0 || (figures?.pairs ?? 0) !== counts.answered));

export const enrichmentsQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: enrichmentsKey(projectId, "list", cursor ?? ""),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/enrichments", {
          params: { ...of(projectId), query: cursor ? { cursor } : {} },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(({ job }) => isActive(job)) ? JOB_POLL_MS : false),
  });

export const choicesQuery = (projectId: number) =>
  queryOptions({
    queryKey: enrichmentsKey(projectId, "choices"),
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/enrichments/choices", { params: of(projectId), signal })),
    staleTime: 0,
  });

export const enrichmentQuery = (projectId: number, enrichmentId: number) =>
  queryOptions({
    queryKey: enrichmentsKey(projectId, enrichmentId),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/enrichments/{enrichment_id}", {
          params: one(projectId, enrichmentId),
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data && waits(state.data) ? JOB_POLL_MS : false),
  });

export const pairsQuery = (projectId: number, enrichmentId: number, answered: number, cursor?: string) =>
  queryOptions({
    queryKey: enrichmentsKey(projectId, enrichmentId, "pairs", answered, cursor ?? ""),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/enrichments/{enrichment_id}/pairs", {
          params: { ...one(projectId, enrichmentId), query: { page_size: 10, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export function startEnrichment(projectId: number, wish: NewEnrichment): Promise<Enrichment> {
  return result(
    server.POST("/api/v1/projects/{project_id}/enrichments", {
      params: of(projectId),
      body: wish,
    }),
  );
}

export function stopEnrichment(projectId: number, enrichmentId: number): Promise<EnrichmentDetail> {
  return result(
    server.POST("/api/v1/projects/{project_id}/enrichments/{enrichment_id}/stop", {
      params: one(projectId, enrichmentId),
    }),
  );
}

export function continueEnrichment(
  projectId: number,
  enrichmentId: number,
  further: FurtherEnrichment,
): Promise<EnrichmentDetail> {
  return result(
    server.POST("/api/v1/projects/{project_id}/enrichments/{enrichment_id}/continue", {
      params: one(projectId, enrichmentId),
      body: further,
    }),
  );
}
