import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";

/** Everybody of a project, with their roles. */
export const membersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "members"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/members", { params: { path: { project_id: projectId } }, signal }),
      ),
  });
