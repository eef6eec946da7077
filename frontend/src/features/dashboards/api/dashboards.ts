import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import { withoutEmpty } from "@/lib/without-empty";

/** People work while a lead looks: figures are asked for again, and what was kept is old at once. */
const live = { staleTime: 0, refetchInterval: 30_000 } as const;

const of = (projectId: number) => ({ project_id: projectId });
const ofPerson = (projectId: number, userId: number) => ({ ...of(projectId), user_id: userId });

export interface Period {
  stage?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const roundsQuery = (projectId: number, { stage, from, to }: Period) =>
  queryOptions({
    queryKey: ["projects", projectId, "rounds", { stage, from, to }],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/rounds", {
          params: { path: of(projectId), query: withoutEmpty({ stage, from, to }) },
          signal,
        }),
      ),
    ...live,
  });

export const stoppingQuery = (projectId: number, stage: string | undefined) =>
  queryOptions({
    queryKey: ["projects", projectId, "stopping", stage],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/stopping", {
          params: { path: of(projectId), query: withoutEmpty({ stage }) },
          signal,
        }),
      ),
    ...live,
  });

export const annotatorQuery = (projectId: number, userId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "annotator", userId],
    queryFn: ({ signal }) => {
      const params = { path: ofPerson(projectId, userId) };
      return result(server.GET("/api/v1/projects/{project_id}/annotators/{user_id}", { params, signal }));
    },
    ...live,
  });

export interface TextFilters {
  stage?: string | undefined;
  cursor?: string | undefined;
}

export const textsQuery = (projectId: number, userId: number, { stage, cursor }: TextFilters) =>
  queryOptions({
    queryKey: ["projects", projectId, "annotator-texts", userId, { stage, cursor }],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/annotators/{user_id}/texts", {
          params: { path: ofPerson(projectId, userId), query: withoutEmpty({ stage, cursor }) },
          signal,
        }),
      ),
    ...live,
  });

export const stageQuery = (projectId: number, stage: string) =>
  queryOptions({
    queryKey: ["projects", projectId, "stage", stage],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/stages/{stage_key}", {
          params: { path: { ...of(projectId), stage_key: stage } },
          signal,
        }),
      ),
    ...live,
  });
