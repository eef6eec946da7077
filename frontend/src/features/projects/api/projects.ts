import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Project, ProjectState, RecipeSettings } from "@/api/types";

export const recipesQuery = queryOptions({
  queryKey: ["recipes"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/recipes", { signal })),
  staleTime: Infinity,
});

export interface NewProject {
  name: string;
  description: string;
  recipe: string;
  settings: RecipeSettings;
}

export function createProject(project: NewProject): Promise<Project> {
  return result(server.POST("/api/v1/projects", { body: project }));
}

export interface ProjectChanges {
  name?: string;
  description?: string;
  state?: ProjectState;
  category_field?: string;
  annotators_comment?: boolean;
  settings?: RecipeSettings;
}

export function changeProject(projectId: number, changes: ProjectChanges): Promise<Project> {
  return result(
    server.PATCH("/api/v1/projects/{project_id}", {
      params: { path: { project_id: projectId } },
      body: changes,
    }),
  );
}
