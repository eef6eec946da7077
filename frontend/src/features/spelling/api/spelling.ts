import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Suggestion } from "@/api/quality";
import type { Job, Page } from "@/api/types";
import { searchOf } from "@/lib/search-params";

export interface SpellingFilters {
  state?: string | undefined;
  min_confidence?: string | undefined;
  word?: string | undefined;
  cursor?: string | undefined;
}

const base = (projectId: number) => `/projects/${String(projectId)}`;
export const spellingKey = (projectId: number) => ["projects", projectId, "spelling"];

export const spellingQuery = (projectId: number, filters: SpellingFilters) =>
  queryOptions({
    queryKey: [...spellingKey(projectId), "list", filters],
    queryFn: ({ signal }) =>
      api.get<Page<Suggestion>>(`${base(projectId)}/spelling${searchOf({ state: "open", ...filters })}`, { signal }),
  });

export function runSpelling(projectId: number, stage: string): Promise<Job> {
  return api.post(`${base(projectId)}/spelling/run`, { stage });
}

export function acceptWords(projectId: number, items: { id: number; replacement?: string }[]): Promise<void> {
  return api.post(`${base(projectId)}/spelling/accept`, { items });
}

export function rejectWords(projectId: number, ids: number[], addToWords: boolean): Promise<void> {
  return api.post(`${base(projectId)}/spelling/reject`, { ids, add_to_words: addToWords });
}

export const wordsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...spellingKey(projectId), "words"],
    queryFn: ({ signal }) => api.get<{ words: string[] }>(`${base(projectId)}/words`, { signal }),
  });

export function saveWords(projectId: number, words: string[]): Promise<{ words: string[] }> {
  return api.put(`${base(projectId)}/words`, { words });
}
