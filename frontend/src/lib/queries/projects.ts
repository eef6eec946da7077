import { queryOptions, useQuery } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Project, User } from "@/api/types";
import { useUser } from "./session";

export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/projects", { signal })),
});

export const projectQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
  });

/** Below the project's key: what is made or removed in it changes the pages it has a use for. */
export const pagesInUseQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "pages-in-use"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/pages-in-use", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
  });

/** A platform administrator may do in every project what its lead may. */
export function mayLead(project: Project, user: User): boolean {
  return project.role === "lead" || user.is_admin;
}

/** False until the project is known: nothing is offered that might be refused. */
export function useMayLead(projectId: number): boolean {
  const user = useUser();
  const project = useQuery(projectQuery(projectId)).data;
  return project !== undefined && mayLead(project, user);
}

export function mayCreateProjects(user: User): boolean {
  return user.is_admin || user.may_create_projects;
}

export function useProjectName(projectId: number): string {
  return useQuery(projectQuery(projectId)).data?.name ?? "";
}
