import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Aggregate, Quality, QualityRun, QualitySettings, StageAgreement } from "@/api/quality";
import type { Job, Page } from "@/api/types";
import { qualityKey } from "@/lib/queries/quality";
import { searchOf } from "@/lib/search-params";

const base = (projectId: number) => `/projects/${String(projectId)}`;

export function saveQuality(projectId: number, settings: QualitySettings): Promise<Quality> {
  return api.put(`${base(projectId)}/quality`, settings);
}

export function runChecks(projectId: number, run: QualityRun): Promise<Job> {
  return api.post(`${base(projectId)}/quality/run`, run);
}

export const agreementQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "agreement"],
    queryFn: ({ signal }) =>
      api.get<{ stages: StageAgreement[] }>(`${base(projectId)}/agreement`, { signal }),
  });

export const aggregatesQuery = (projectId: number, filters: { stage?: string | undefined; cursor?: string | undefined }) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "aggregates", filters],
    queryFn: ({ signal }) =>
      api.get<Page<Aggregate>>(`${base(projectId)}/aggregates${searchOf(filters)}`, { signal }),
  });
