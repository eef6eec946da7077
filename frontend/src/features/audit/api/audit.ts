import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";

export const auditQuery = (projectId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["projects", projectId, "audit", { cursor }],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/audit", {
          params: { path: { project_id: projectId }, query: { cursor } },
          signal,
        }),
      ),
  });
