import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { components, paths } from "@/api/schema";
import type { SampleDetail } from "@/api/types";

export const filterKeys = [
  "state",
  "stage",
  "split",
  "batch",
  "round",
  "flag",
  "alike",
  "person",
  "seed",
  "similarity_from",
  "similarity_to",
  "length_from",
  "length_to",
  "seconds_from",
  "seconds_to",
  "training",
  "study",
  "source",
  "metric",
  "rating_from",
  "rating_to",
  "field",
  "value",
] as const;
export type FilterKey = (typeof filterKeys)[number];

export const orders = [
  "number",
  "-number",
  "-added",
  "-changed",
  "answers",
  "-answers",
  "similarity",
  "-similarity",
  "length",
  "-length",
  "time",
  "-time",
  "name",
  "-name",
] as const;
export type SampleOrder = (typeof orders)[number];

export type SampleFilters = Partial<Record<FilterKey | "search" | "order" | "cursor", string | undefined>>;

type Query = NonNullable<paths["/api/v1/projects/{project_id}/samples"]["get"]["parameters"]["query"]>;

export type SamplesPageRows = components["schemas"]["SamplesPage"];

const PAGE_SIZE = 48;

/** What stands in the address is text; the server says which of it no list knows. */
export const samplesQuery = (projectId: number, filters: SampleFilters) =>
  queryOptions({
    queryKey: ["projects", projectId, "samples", filters],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/samples", {
          params: {
            path: { project_id: projectId },
            query: { ...(filters as unknown as Query), page_size: PAGE_SIZE },
          },
          signal,
        }),
      ),
  });

export const sampleChoicesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "samples", "choices"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/samples/choices", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
  });

export const sampleQuery = (sampleId: number) =>
  queryOptions({
    queryKey: ["samples", sampleId],
    queryFn: async ({ signal }) => {
      const sample = await result(
        server.GET("/api/v1/samples/{sample_id}", {
          params: { path: { sample_id: sampleId } },
          signal,
        }),
      );
      return sample as unknown as SampleDetail;
    },
  });

/** What stands beside a sample in a list, by the list's own search; what the server does not know of it is passed over. */
export const neighboursQuery = (sampleId: number, search: Record<string, string>) =>
  queryOptions({
    queryKey: ["samples", sampleId, "neighbours", search],
    queryFn: async ({ signal }) => {
      const params = { path: { sample_id: sampleId }, query: search as Record<string, never> };
      const beside = await result(server.GET("/api/v1/samples/{sample_id}/neighbours", { params, signal }));
      return { ...beside, of: sampleId };
    },
  });

export function withdrawSample(sampleId: number, reason: string): Promise<void> {
  return done(
    server.POST("/api/v1/samples/{sample_id}/withdraw", {
      params: { path: { sample_id: sampleId } },
      body: { reason },
    }),
  );
}

export function restoreSample(sampleId: number): Promise<void> {
  return done(server.POST("/api/v1/samples/{sample_id}/restore", { params: { path: { sample_id: sampleId } } }));
}
