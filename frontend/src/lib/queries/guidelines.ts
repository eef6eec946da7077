import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";

export const guidelinesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "guidelines"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/guidelines", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
  });

export const guidelineVersionQuery = (projectId: number, version: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "guidelines", version],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/guidelines/{version}", {
          params: { path: { project_id: projectId, version } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });

export function markGuidelinesRead(projectId: number): Promise<void> {
  return done(
    server.POST("/api/v1/projects/{project_id}/guidelines/read", {
      params: { path: { project_id: projectId } },
    }),
  );
}
