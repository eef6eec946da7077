import { done, result, server } from "@/api/client";
import type { Guideline } from "@/api/types";

export function publishGuidelines(projectId: number, body: string): Promise<Guideline> {
  return result(
    server.POST("/api/v1/projects/{project_id}/guidelines", {
      params: { path: { project_id: projectId } },
      body: { body },
    }),
  );
}

export function requireGuidelines(projectId: number, wanted: boolean): Promise<void> {
  return done(
    server.PATCH("/api/v1/projects/{project_id}", {
      params: { path: { project_id: projectId } },
      body: { guidelines_required: wanted },
    }),
  );
}
