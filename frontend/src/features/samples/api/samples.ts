import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { SampleDetail } from "@/api/types";

export interface SampleFilters {
  state?: string | undefined;
  stage?: string | undefined;
  split?: string | undefined;
  batch?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

const PAGE_SIZE = 48;

export const samplesQuery = (projectId: number, { batch, ...filters }: SampleFilters) =>
  queryOptions({
    queryKey: ["projects", projectId, "samples", { ...filters, batch }],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/samples", {
          params: {
            path: { project_id: projectId },
            query: { ...filters, ...(batch ? { batch: Number(batch) } : {}), page_size: PAGE_SIZE },
          },
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
