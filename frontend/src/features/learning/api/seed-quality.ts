import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { OrderRule, Ordering, OrderingPage, SeedQuality } from "@/api/seed-quality";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

const at = (projectId: number, path: string) => `/projects/${String(projectId)}/${path}`;

export const seedQualityQuery = (projectId: number, stage: string | undefined) =>
  queryOptions({
    queryKey: ["projects", projectId, "seed-quality", stage],
    queryFn: ({ signal }) =>
      api.get<SeedQuality>(at(projectId, `seed-quality${stage ? `?stage=${encodeURIComponent(stage)}` : ""}`), {
        signal,
      }),
  });

export const orderingQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "ordering"],
    queryFn: ({ signal }) => api.get<OrderingPage>(at(projectId, "ordering"), { signal }),
    refetchInterval: ({ state }) => (isActive(state.data?.current?.job) ? JOB_POLL_MS : false),
  });

export function order(projectId: number, rule: OrderRule): Promise<Ordering> {
  return api.post(at(projectId, "ordering"), { rule });
}
