import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Export, ExportFormat, NewSampleAct, SampleAct } from "@/api/types";
import type { ChosenSamples } from "@/lib/study-of";
import { filterKeys, type SampleFilters } from "./samples";

export const usualVerbs = ["withdraw", "restore", "requeue", "flag", "batch"] as const;
/** Asked for less often: behind one more press. */
export const otherVerbs = ["split", "leave_out", "take_in"] as const;
export type SampleVerb = (typeof usualVerbs)[number] | (typeof otherVerbs)[number];

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

/** Takes back what an act did with splits or training, by another act. */
export function undoSampleAct(projectId: number, act: number): Promise<SampleAct> {
  return result(
    server.POST("/api/v1/projects/{project_id}/samples/acts/{sample_act_id}/undo", {
      params: { path: { project_id: projectId, sample_act_id: act } },
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

/** What was done with many samples at once, newest first. */
export const pastActsQuery = (projectId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["projects", projectId, "sample-acts", cursor ?? ""],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/samples/acts", {
          params: { path: { project_id: projectId }, query: { page_size: 20, ...(cursor ? { cursor } : {}) } },
          signal,
        }),
      ),
  });

/** Exports the chosen samples in the background. */
export function exportChosen(
  projectId: number,
  chosen: ChosenSamples,
  wishes: { format: ExportFormat; with_unfinished: boolean },
): Promise<Export> {
  return result(
    server.POST("/api/v1/projects/{project_id}/exports", {
      params: { path: { project_id: projectId } },
      body: {
        only_approved: false,
        split: "",
        with_rejected: false,
        with_dropped: false,
        with_pictures: false,
        ...wishes,
        ...chosen,
      },
    }),
  );
}
