import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Project, User } from "@/api/types";

export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: ({ signal }) => api.get<Project[]>("/projects", { signal }),
});

export const projectQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId],
    queryFn: ({ signal }) => api.get<Project>(`/projects/${String(projectId)}`, { signal }),
  });

/** A platform administrator may do in every project what its lead may. */
export function mayLead(project: Project, user: User): boolean {
  return project.role === "lead" || user.is_admin;
}

export function useProjectName(projectId: number): string {
  return useQuery(projectQuery(projectId)).data?.name ?? "";
}
