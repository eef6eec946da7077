import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { NewSampleAct, SampleAct } from "@/api/types";
import { filterKeys, type SampleFilters } from "./samples";

export const verbs = ["withdraw", "restore", "requeue", "flag", "batch"] as const;
export type SampleVerb = (typeof verbs)[number];

/** Samples by their numbers, or all that match some filters, with how many those were. */
export type ChosenSamples = Pick<NewSampleAct, "samples"> | Pick<NewSampleAct, "matching" | "expected">;

/** What the list asks for, without its order and the place in it. */
export function matching(filters: SampleFilters): NonNullable<NewSampleAct["matching"]> {
  const kept = [...filterKeys, "search" as const].filter((key) => filters[key]);
  // What stands in the address is text; the server reads numbers out of it.
  return Object.fromEntries(kept.map((key) => [key, filters[key]]));
}

export function actOnSamples(projectId: number, act: NewSampleAct): Promise<SampleAct> {
  return result(
    server.POST("/api/v1/projects/{project_id}/samples/acts", {
      params: { path: { project_id: projectId } },
      body: act,
    }),
  );
}

const POLL = 1_000;

/** How an act on many samples goes on; asked again while it is under way. */
export const sampleActQuery = (projectId: number, act: number) =>
  queryOptions({
    queryKey: ["sample-act", projectId, act],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/samples/acts/{sample_act_id}", {
          params: { path: { project_id: projectId, sample_act_id: act } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL : false),
  });
