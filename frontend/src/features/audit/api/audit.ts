import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";

/** What is not given filters nothing. */
export interface AuditFilters {
  q?: string | undefined;
  actor?: string | undefined;
  verb?: string | undefined;
  target?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** Of the trail of everything alone. */
  project?: number | undefined;
  cursor?: string | undefined;
}

/** The trail of a project, or without one of the whole installation. */
export const auditQuery = (projectId: number | undefined, filters: AuditFilters) =>
  queryOptions({
    queryKey: ["audit", projectId ?? "all", filters],
    queryFn: ({ signal }) =>
      projectId === undefined
        ? result(server.GET("/api/v1/admin/audit", { params: { query: filters }, signal }))
        : result(
            server.GET("/api/v1/projects/{project_id}/audit", {
              params: { path: { project_id: projectId }, query: { ...filters, project: undefined } },
              signal,
            }),
          ),
  });

/** The kinds of acts that a trail has entries of. */
export const verbsQuery = (projectId: number | undefined) =>
  queryOptions({
    queryKey: ["audit", projectId ?? "all", "verbs"],
    queryFn: ({ signal }) =>
      projectId === undefined
        ? result(server.GET("/api/v1/admin/audit/verbs", { signal }))
        : result(
            server.GET("/api/v1/projects/{project_id}/audit/verbs", {
              params: { path: { project_id: projectId } },
              signal,
            }),
          ),
  });

/** Where the chosen entries are had as a file. */
export function auditFile(projectId: number | undefined, filters: AuditFilters, kind: "csv" | "jsonl"): string {
  const path = projectId === undefined ? "admin/audit" : `projects/${String(projectId)}/audit`;
  const query = new URLSearchParams({ kind });
  for (const [key, value] of Object.entries(filters)) {
    if (value !== undefined && key !== "cursor") query.set(key, String(value));
  }
  return `/api/v1/${path}/file?${query.toString()}`;
}
