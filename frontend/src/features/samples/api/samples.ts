import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Page, SampleDetail, SampleRow } from "@/api/types";

export interface SampleFilters {
  state?: string | undefined;
  stage?: string | undefined;
  split?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

const PAGE_SIZE = 48;

export const samplesQuery = (projectId: number, filters: SampleFilters) =>
  queryOptions({
    queryKey: ["projects", projectId, "samples", filters],
    queryFn: ({ signal }) =>
      api.get<Page<SampleRow>>(`/projects/${String(projectId)}/samples`, {
        query: { ...filters, page_size: PAGE_SIZE },
        signal,
      }),
  });

export const sampleQuery = (sampleId: number) =>
  queryOptions({
    queryKey: ["samples", sampleId],
    queryFn: ({ signal }) => api.get<SampleDetail>(`/samples/${String(sampleId)}`, { signal }),
  });

export function withdrawSample(sampleId: number, reason: string): Promise<void> {
  return api.post(`/samples/${String(sampleId)}/withdraw`, { reason });
}

export function restoreSample(sampleId: number): Promise<void> {
  return api.post(`/samples/${String(sampleId)}/restore`);
}
