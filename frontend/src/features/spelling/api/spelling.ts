import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { SpellingOutcome, SuggestionState } from "@/api/quality";
import type { Job } from "@/api/types";

export interface SpellingFilters {
  state?: string | undefined;
  min_confidence?: string | undefined;
  word?: string | undefined;
  cursor?: string | undefined;
}

const of = (projectId: number) => ({ path: { project_id: projectId } });
export const spellingKey = (projectId: number) => ["projects", projectId, "spelling"];

export const states = ["open", "accepted", "rejected"] as const satisfies readonly SuggestionState[];

export const spellingQuery = (projectId: number, filters: SpellingFilters) =>
  queryOptions({
    queryKey: [...spellingKey(projectId), "list", filters],
    queryFn: ({ signal }) => {
      const { min_confidence: least, word, cursor } = filters;
      const query = {
        state: states.find((known) => known === filters.state) ?? "open",
        ...(least ? { min_confidence: Number(least) } : {}),
        ...(word ? { word } : {}),
        ...(cursor ? { cursor } : {}),
      };
      return result(
        server.GET("/api/v1/projects/{project_id}/spelling", { params: { ...of(projectId), query }, signal }),
      );
    },
  });

export function runSpelling(projectId: number, stage: string): Promise<Job> {
  return result(server.POST("/api/v1/projects/{project_id}/spelling/run", { params: of(projectId), body: { stage } }));
}

export function acceptWords(projectId: number, items: { id: number; replacement: string }[]): Promise<SpellingOutcome> {
  return result(
    server.POST("/api/v1/projects/{project_id}/spelling/accept", { params: of(projectId), body: { items } }),
  );
}

export function rejectWords(projectId: number, ids: number[], addToWords: boolean): Promise<SpellingOutcome> {
  return result(
    server.POST("/api/v1/projects/{project_id}/spelling/reject", {
      params: of(projectId),
      body: { ids, add_to_words: addToWords },
    }),
  );
}

export function undoWords(projectId: number, ids: number[]): Promise<SpellingOutcome> {
  return result(server.POST("/api/v1/projects/{project_id}/spelling/undo", { params: of(projectId), body: { ids } }));
}

export const wordsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...spellingKey(projectId), "words"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/words", { params: of(projectId), signal })),
  });

export function saveWords(projectId: number, words: string[]): Promise<{ words: string[] }> {
  return result(server.PUT("/api/v1/projects/{project_id}/words", { params: of(projectId), body: { words } }));
}
