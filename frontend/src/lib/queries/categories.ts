import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";

/** Images by category and split; it reads every image of a project, so that it is not asked often. */
export const categoriesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "categories"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/categories", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });
