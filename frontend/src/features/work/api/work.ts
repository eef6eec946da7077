import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Claim } from "@/api/hits";
import type { HistoryDetail } from "@/api/types";

export async function claim(projectId: number, stage: string): Promise<Claim> {
  const claimed = await result(
    server.POST("/api/v1/projects/{project_id}/claim", {
      params: { path: { project_id: projectId } },
      body: { stage },
    }),
  );
  return claimed as Claim;
}

export const historyQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["history", { cursor }],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/history", { params: { query: cursor ? { cursor } : {} }, signal })),
  });

export const historyDetailQuery = (assignmentId: number) =>
  queryOptions({
    queryKey: ["history", assignmentId],
    queryFn: async ({ signal }) => {
      const entry = await result(
        server.GET("/api/v1/history/{assignment_id}", {
          params: { path: { assignment_id: assignmentId } },
          signal,
        }),
      );
      return entry as unknown as HistoryDetail;
    },
  });
