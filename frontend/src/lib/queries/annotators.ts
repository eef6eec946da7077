import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Order } from "@/lib/annotator-orders";
import { withoutEmpty } from "@/lib/without-empty";

export interface AnnotatorFilters {
  stage?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  order?: string | undefined;
  warned?: number | undefined;
  cursor?: string | undefined;
  page_size?: number | undefined;
}

/** The annotators of a project, at first the worst by evidence; asked again while people work. */
export const annotatorsQuery = (projectId: number, { order, warned, ...rest }: AnnotatorFilters) =>
  queryOptions({
    queryKey: ["projects", projectId, "annotators", { ...rest, order, warned }],
    queryFn: ({ signal }) => {
      // What the address says is passed on as it is: the server names an order that it does not know.
      const query = withoutEmpty({ ...rest, order: order as Order | undefined, warned: warned ? true : undefined });
      const params = { path: { project_id: projectId }, query };
      return result(server.GET("/api/v1/projects/{project_id}/annotators", { params, signal }));
    },
    staleTime: 0,
    refetchInterval: 30_000,
  });
