import { api } from "@/api/client";
import type { Guideline } from "@/api/types";

export function publishGuidelines(projectId: number, body: string): Promise<Guideline> {
  return api.post(`/projects/${String(projectId)}/guidelines`, { body });
}
