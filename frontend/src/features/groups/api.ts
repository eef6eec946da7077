import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const one = (questionId: number) => ({ path: { group_question_id: questionId } });

/** The image that is asked about: asking again gives the same one, as long as it is not answered. */
export const askedQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["groups", "asked", projectId],
    queryFn: ({ signal }) =>
      result(server.POST("/api/v1/projects/{project_id}/groups/next", { params: of(projectId), signal })),
    retry: false,
    staleTime: 0,
  });

export async function readGuideline(projectId: number, version: number): Promise<void> {
  await done(
    server.POST("/api/v1/projects/{project_id}/groups/guideline", { params: of(projectId), body: { version } }),
  );
}

/** Null: cannot tell. */
export async function answer(questionId: number, value: string | null): Promise<void> {
  await done(
    server.POST("/api/v1/group-questions/{group_question_id}/answer", { params: one(questionId), body: { value } }),
  );
}

export async function skip(questionId: number): Promise<void> {
  await done(server.POST("/api/v1/group-questions/{group_question_id}/skip", { params: one(questionId) }));
}
