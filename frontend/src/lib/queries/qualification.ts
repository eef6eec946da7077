import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Hit, HitFeedback, MyQualification } from "@/api/hits";

export const myQualificationQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "qualification", "me"],
    queryFn: ({ signal }) => api.get<MyQualification>(`/projects/${String(projectId)}/qualification/me`, { signal }),
    // Whoever comes back from a short round has changed it moments ago.
    staleTime: 0,
  });

export function agreeToConsent(projectId: number, version: number): Promise<void> {
  return api.post(`/projects/${String(projectId)}/consent/agree`, { version });
}

export function startRound(projectId: number, round: "practice" | "test"): Promise<Hit> {
  return api.post<Hit>(`/projects/${String(projectId)}/${round}`);
}

export const hitFeedbackQuery = (hitId: number) =>
  queryOptions({
    queryKey: ["hits", hitId, "feedback"],
    queryFn: ({ signal }) => api.get<HitFeedback>(`/hits/${String(hitId)}/feedback`, { signal }),
  });

/** The mini-batch itself, to look back at; without its own copy in the workbench's memory. */
export const finishedHitQuery = (hitId: number) =>
  queryOptions({
    queryKey: ["hits", hitId, "finished"],
    queryFn: ({ signal }) => api.get<Hit>(`/hits/${String(hitId)}`, { signal }),
  });
