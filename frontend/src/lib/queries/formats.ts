import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";

/** Every format there is; it changes with the server only. */
export const formatsQuery = queryOptions({
  queryKey: ["formats"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/formats", { signal })),
  staleTime: Infinity,
});

/** Those that can hold something of a project; an import may add some. */
export const projectFormatsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "formats"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/formats", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
  });
