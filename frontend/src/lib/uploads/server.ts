import { formBody, result, server } from "@/api/client";
import type { UploadResult } from "@/api/types";

export function uploadImages(projectId: number, files: readonly File[]): Promise<UploadResult> {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  return result(
    server.POST("/api/v1/projects/{project_id}/uploads", {
      params: { path: { project_id: projectId } },
      body: formBody(form),
    }),
  );
}

/** Which of these contents (SHA-256) the project has already. */
export async function contentThere(projectId: number, sha256: string[]): Promise<string[]> {
  const answer = await result(
    server.POST("/api/v1/projects/{project_id}/uploads/there", {
      params: { path: { project_id: projectId } },
      body: { sha256 },
    }),
  );
  return answer.sha256;
}
