import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Import, UploadResult } from "@/api/types";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

export function uploadImages(projectId: number, files: File[]): Promise<UploadResult> {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  return api.post(`/projects/${String(projectId)}/uploads`, form);
}

export function startImport(projectId: number, file: File, dryRun: boolean): Promise<Import> {
  const form = new FormData();
  form.append("file", file, file.name);
  form.append("dry_run", String(dryRun));
  return api.post(`/projects/${String(projectId)}/imports`, form);
}

export const importsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "imports"],
    queryFn: ({ signal }) => api.get<Import[]>(`/projects/${String(projectId)}/imports`, { signal }),
    refetchInterval: (query) => (query.state.data?.some(isActive) ? JOB_POLL_MS : false),
  });

export const importQuery = (projectId: number, importId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "imports", importId],
    queryFn: ({ signal }) =>
      api.get<Import>(`/projects/${String(projectId)}/imports/${String(importId)}`, { signal }),
  });
