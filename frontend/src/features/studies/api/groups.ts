import { queryOptions } from "@tanstack/react-query";
import { formBody, result, server } from "@/api/client";
import type { Groups, NewGroupScheme } from "@/api/groups";

const of = (projectId: number) => ({ path: { project_id: projectId } });

export const groupsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "groups"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/groups", { params: of(projectId), signal })),
    // Others answer meanwhile.
    staleTime: 0,
  });

export function putScheme(projectId: number, scheme: NewGroupScheme): Promise<Groups> {
  return result(server.PUT("/api/v1/projects/{project_id}/groups", { params: of(projectId), body: scheme }));
}

export async function importGroups(projectId: number, file: File): Promise<number> {
  const form = new FormData();
  form.set("file", file);
  const { answers } = await result(
    server.POST("/api/v1/projects/{project_id}/groups/import", { params: of(projectId), body: formBody(form) }),
  );
  return answers;
}

export async function deleteGroups(projectId: number): Promise<number> {
  const { answers } = await result(server.DELETE("/api/v1/projects/{project_id}/groups", { params: of(projectId) }));
  return answers;
}
