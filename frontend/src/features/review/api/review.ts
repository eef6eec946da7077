import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { AnswerFilters, Feedback, ReviewItem, SentFeedback } from "@/api/quality";
import type { Page } from "@/api/types";
import { qualityKey } from "@/lib/queries/quality";

export interface ReviewFilters {
  state?: string | undefined;
  code?: string | undefined;
  annotator?: string | undefined;
  stage?: string | undefined;
  batch?: string | undefined;
  round?: string | undefined;
  split?: string | undefined;
  verdict?: string | undefined;
  words?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  order?: string | undefined;
  cursor?: string | undefined;
}

export const states = ["open", "settled", "all"] as const;
export const verdicts = ["unreviewed", "approved", "rejected"] as const;
const COLUMNS = ["image", "person", "stage", "round", "flags", "verdict", "seconds", "at"] as const;
export type ReviewColumn = (typeof COLUMNS)[number];
export const ORDERS = COLUMNS.flatMap((column) => [`-${column}`, column] as const);
export const DEFAULT_ORDER = "-at";

export type ReviewPage = Page<ReviewItem> & { total: number };

const of = (projectId: number) => ({ path: { project_id: projectId } });
const ofAnswer = (projectId: number, annotation: number) => ({
  path: { project_id: projectId, annotation_id: annotation },
});
const listKey = (projectId: number) => ["projects", projectId, "review", "list"] as const;
const skipsKey = (projectId: number) => ["projects", projectId, "review", "skips"] as const;

/** Filters as the server takes them, out of what stands in the address. */
export function asFilters(filters: ReviewFilters): AnswerFilters {
  const { state, code, annotator, stage, batch, round, split, verdict, words, from, to } = filters;
  return {
    state: states.find((known) => known === state) ?? "open",
    ...(code ? { code } : {}),
    ...(annotator ? { annotator: Number(annotator) } : {}),
    ...(stage ? { stage } : {}),
    ...(batch ? { batch: Number(batch) } : {}),
    ...(round ? { round: Number(round) } : {}),
    ...(split ? { split } : {}),
    ...(verdict ? { verdict: verdicts.find((known) => known === verdict) ?? null } : {}),
    ...(words ? { words } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

function asQuery({ order, cursor, ...filters }: ReviewFilters) {
  const known = ORDERS.find((each) => each === order);
  return { ...asFilters(filters), ...(known ? { order: known } : {}), ...(cursor ? { cursor } : {}) };
}

function asSkipsQuery({ state, cursor }: ReviewFilters) {
  return { state: states.find((known) => known === state) ?? "open", ...(cursor ? { cursor } : {}) };
}

// Answers are open objects in the schema, because each kind brings its own.
const asItem = (item: unknown) => item as ReviewItem;

export const reviewQuery = (projectId: number, filters: ReviewFilters) =>
  queryOptions({
    queryKey: [...listKey(projectId), filters],
    queryFn: async ({ signal }): Promise<ReviewPage> => {
      const params = { ...of(projectId), query: asQuery(filters) };
      const page = await result(server.GET("/api/v1/projects/{project_id}/review", { params, signal }));
      return { ...page, results: page.results.map(asItem) };
    },
  });

export const reviewItemQuery = (projectId: number, annotation: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "review", "item", annotation],
    queryFn: async ({ signal }) =>
      asItem(
        await result(
          server.GET("/api/v1/projects/{project_id}/review/{annotation_id}", {
            params: ofAnswer(projectId, annotation),
            signal,
          }),
        ),
      ),
  });

export const skipsQuery = (projectId: number, filters: ReviewFilters) =>
  queryOptions({
    queryKey: [...skipsKey(projectId), filters],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/review/skips", {
          params: { ...of(projectId), query: asSkipsQuery(filters) },
          signal,
        }),
      ),
  });

export function settleSkip(projectId: number, flag: number, settled: boolean): Promise<void> {
  return done(
    server.POST("/api/v1/projects/{project_id}/review/skips/{flag_id}", {
      params: { path: { project_id: projectId, flag_id: flag } },
      body: { settled },
    }),
  );
}

export function sendFeedback(projectId: number, feedback: Feedback): Promise<SentFeedback> {
  return result(server.POST("/api/v1/projects/{project_id}/feedback", { params: of(projectId), body: feedback }));
}

/** What leads have said about one answer, with its receipts. */
export const sentFeedbackQuery = (projectId: number, annotation: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "feedback", { annotation }],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/feedback", {
          params: { ...of(projectId), query: { annotation } },
          signal,
        }),
      ),
  });

/** The queue on the screen keeps its order while one goes through it; everything else is asked anew. */
export function afterJudging(client: QueryClient, projectId: number, judged: ReviewItem): void {
  client.setQueryData(reviewItemQuery(projectId, judged.answer.annotation).queryKey, judged);
  void client.invalidateQueries({ queryKey: listKey(projectId), refetchType: "none" });
  void client.invalidateQueries({ queryKey: qualityKey(projectId) });
}
