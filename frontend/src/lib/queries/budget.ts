import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { ProjectBudget } from "@/api/models";
import { modelsKey } from "@/lib/queries/models";

const of = (projectId: number) => ({ path: { project_id: projectId } });

export type BudgetLimits = Pick<ProjectBudget, "most_cost" | "most_tokens">;

/** What models may cost the project, and what they have cost. */
export const budgetQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...modelsKey(projectId), "budget"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/budget", { params: of(projectId), signal })),
  });

export function changeBudget(projectId: number, limits: BudgetLimits): Promise<ProjectBudget> {
  return result(server.PUT("/api/v1/projects/{project_id}/budget", { params: of(projectId), body: limits }));
}
