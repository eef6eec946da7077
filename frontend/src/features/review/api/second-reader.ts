import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";

/** What every version said of one answer; nothing where none has read it. */
export const readAnswerQuery = (projectId: number, annotation: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "second-readings", "answer", annotation],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/second-readings/answers/{annotation_id}", {
          params: { path: { project_id: projectId, annotation_id: annotation } },
          signal,
        }),
      ),
  });
