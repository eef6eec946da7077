import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";

/** The teams of a project: people who share a skill or a language, for whom stages ask. */
export const teamsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "teams"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/teams", { params: { path: { project_id: projectId } }, signal }),
      ),
  });
