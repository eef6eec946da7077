import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { CommentPlace, Threads } from "@/api/types";

/** Where comments are: on a sample, for who leads or reviews; on one's own submission, without names. */
export type Discussion = { sample: number } | { assignment: number };

const keyOf = (of: Discussion) => ["comments", of] as const;

export const commentsQuery = (of: Discussion) =>
  queryOptions({
    queryKey: keyOf(of),
    queryFn: ({ signal }): Promise<Threads> =>
      "sample" in of
        ? result(
            server.GET("/api/v1/samples/{sample_id}/comments", { params: { path: { sample_id: of.sample } }, signal }),
          )
        : result(
            server.GET("/api/v1/history/{assignment_id}/comments", {
              params: { path: { assignment_id: of.assignment } },
              signal,
            }),
          ),
  });

export interface NewComment {
  body: string;
  thread?: number;
  place?: CommentPlace;
}

export function addComment(of: Discussion, { body, thread, place }: NewComment): Promise<Threads> {
  const words = { body, ...(thread !== undefined && { thread }) };
  if ("assignment" in of) {
    const params = { path: { assignment_id: of.assignment } };
    return result(server.POST("/api/v1/history/{assignment_id}/comments", { params, body: words }));
  }
  const params = { path: { sample_id: of.sample } };
  return result(
    server.POST("/api/v1/samples/{sample_id}/comments", { params, body: { ...words, ...(place && { place }) } }),
  );
}

const one = (id: number) => ({ path: { comment_id: id } });

export const editComment = (id: number, body: string): Promise<void> =>
  done(server.PUT("/api/v1/comments/{comment_id}", { params: one(id), body: { body } }));

export const deleteComment = (id: number): Promise<void> =>
  done(server.DELETE("/api/v1/comments/{comment_id}", { params: one(id) }));

export const resolveThread = (id: number, resolved: boolean): Promise<void> =>
  done(server.POST("/api/v1/comments/{comment_id}/resolve", { params: one(id), body: { resolved } }));
