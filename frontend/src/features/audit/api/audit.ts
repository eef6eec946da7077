import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { AuditEntry, Page } from "@/api/types";

export const auditQuery = (projectId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["projects", projectId, "audit", { cursor }],
    queryFn: ({ signal }) =>
      api.get<Page<AuditEntry>>(`/projects/${String(projectId)}/audit`, { query: { cursor }, signal }),
  });
