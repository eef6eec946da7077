import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Act, Block, Judged, Judgement, NewAct, NewBlock, NewGold, Rejections } from "@/api/quality";

const of = (projectId: number) => ({ path: { project_id: projectId } });

/** Everything of quality control hangs below this key: one act may change many of its lists. */
export const qualityKey = (projectId: number) => ["projects", projectId, "quality"] as const;

export const qualityQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "checks"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/quality", { params: of(projectId), signal })),
  });

/** Everybody whose answers there are. */
export const peopleQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "people"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/review/people", { params: of(projectId), signal })),
  });

export const batchesQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "batches"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/batches", { params: of(projectId), signal })),
  });

export const blocksQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "blocks"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/blocks", { params: of(projectId), signal })),
  });

export function blockPerson(projectId: number, block: NewBlock): Promise<Block> {
  return result(server.POST("/api/v1/projects/{project_id}/blocks", { params: of(projectId), body: block }));
}

export function liftBlock(projectId: number, blockId: number, reason: string): Promise<Block> {
  return result(
    server.POST("/api/v1/projects/{project_id}/blocks/{block_id}/lift", {
      params: { path: { project_id: projectId, block_id: blockId } },
      body: { reason },
    }),
  );
}

export function addGold(projectId: number, gold: NewGold): Promise<unknown> {
  return result(server.POST("/api/v1/projects/{project_id}/gold", { params: of(projectId), body: gold }));
}

/** What rejecting answers would do to what others made of them. */
export const consequencesQuery = (projectId: number, rejections: Rejections) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "consequences", rejections],
    // Somebody may submit while a lead reads: counted anew each time the question is asked.
    staleTime: 0,
    queryFn: ({ signal }) =>
      result(
        server.POST("/api/v1/projects/{project_id}/review/consequences", {
          params: of(projectId),
          body: rejections,
          signal,
        }),
      ),
  });

/** Does one thing with many answers; much of it goes on in the background. */
export function actOnMany(projectId: number, act: NewAct): Promise<Act> {
  return result(server.POST("/api/v1/projects/{project_id}/review/acts", { params: of(projectId), body: act }));
}

const ofAct = (projectId: number, act: number) => ({ path: { project_id: projectId, act_id: act } });

export function undoAct(projectId: number, act: number): Promise<Act> {
  return result(
    server.POST("/api/v1/projects/{project_id}/review/acts/{act_id}/undo", { params: ofAct(projectId, act) }),
  );
}

export const isUnderWay = ({ state }: Pick<Act, "state">) => state === "running" || state === "undoing";

const POLL = 1_500;

/** What came of an act; asked again while it is under way. */
export const actQuery = (projectId: number, act: number) =>
  queryOptions({
    queryKey: ["review-act", projectId, act],
    queryFn: ({ signal }): Promise<Act> =>
      result(
        server.GET("/api/v1/projects/{project_id}/review/acts/{act_id}", { params: ofAct(projectId, act), signal }),
      ),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL : false),
  });

/** What was done with many answers, newest first: found again after the page was left. */
export const actsQuery = (projectId: number, filters: { annotator?: number; cursor?: string }) =>
  queryOptions({
    queryKey: ["projects", projectId, "review", "acts", filters],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/review/acts", {
          params: { ...of(projectId), query: { ...filters, page_size: 5 } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? POLL : false),
  });

/** How many answers of a person there are to decide about. */
export const answerCountQuery = (projectId: number, annotator: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "review", "count", annotator],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const params = { ...of(projectId), query: { state: "all" as const, annotator, page_size: 1 } };
      const { total } = await result(server.GET("/api/v1/projects/{project_id}/review", { params, signal }));
      return total;
    },
  });

export async function judge(projectId: number, annotation: number, judgement: Judgement): Promise<Judged> {
  const judged = await result(
    server.POST("/api/v1/projects/{project_id}/review/{annotation_id}", {
      params: { path: { project_id: projectId, annotation_id: annotation } },
      body: judgement,
    }),
  );
  return judged as unknown as Judged;
}
