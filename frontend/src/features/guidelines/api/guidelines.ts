import { result, server } from "@/api/client";
import type { Guideline } from "@/api/types";

export function publishGuidelines(projectId: number, body: string): Promise<Guideline> {
  return result(
    server.POST("/api/v1/projects/{project_id}/guidelines", {
      params: { path: { project_id: projectId } },
      body: { body },
    }),
  );
}
