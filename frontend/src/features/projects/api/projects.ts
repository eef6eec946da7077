import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Project, ProjectState, Recipe, RecipeSettings } from "@/api/types";

export const recipesQuery = queryOptions({
  queryKey: ["recipes"],
  queryFn: ({ signal }) => api.get<Recipe[]>("/recipes", { signal }),
  staleTime: Infinity,
});

export interface NewProject {
  name: string;
  description: string;
  recipe: string;
  settings: RecipeSettings;
}

export function createProject(project: NewProject): Promise<Project> {
  return api.post("/projects", project);
}

export interface ProjectChanges {
  name?: string;
  description?: string;
  state?: ProjectState;
  recipe?: RecipeSettings;
}

export function changeProject(projectId: number, changes: ProjectChanges): Promise<Project> {
  return api.patch(`/projects/${String(projectId)}`, changes);
}
