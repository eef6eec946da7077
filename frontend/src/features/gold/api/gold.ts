import { queryOptions } from "@tanstack/react-query";
import { done, formBody, result, server } from "@/api/client";
import type { ConsentVersion, Gold, GoldChanges, GoldImport, Qualification } from "@/api/quality";
import type { Page } from "@/api/types";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const ofGold = (projectId: number, goldId: number) => ({ path: { project_id: projectId, gold_id: goldId } });
const key = (projectId: number, ...rest: unknown[]) => ["projects", projectId, "gold", ...rest];

export const goldQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: key(projectId, "list", cursor ?? ""),
    queryFn: async ({ signal }) => {
      const params = { ...of(projectId), query: cursor ? { cursor } : {} };
      const page = await result(server.GET("/api/v1/projects/{project_id}/gold", { params, signal }));
      return page as unknown as Page<Gold>;
    },
  });

export const sharesQuery = (projectId: number) =>
  queryOptions({
    queryKey: key(projectId, "shares"),
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/gold/shares", { params: of(projectId), signal })),
  });

export function changeGold(projectId: number, goldId: number, changes: GoldChanges): Promise<unknown> {
  return result(
    server.PATCH("/api/v1/projects/{project_id}/gold/{gold_id}", {
      params: ofGold(projectId, goldId),
      body: changes,
    }),
  );
}

export function removeGold(projectId: number, goldId: number): Promise<void> {
  return done(server.DELETE("/api/v1/projects/{project_id}/gold/{gold_id}", { params: ofGold(projectId, goldId) }));
}

export function importGold(projectId: number, file: File, dryRun: boolean): Promise<GoldImport> {
  const form = new FormData();
  form.append("file", file, file.name);
  form.append("dry_run", String(dryRun));
  return result(
    server.POST("/api/v1/projects/{project_id}/gold/import", { params: of(projectId), body: formBody(form) }),
  );
}

export interface EvidenceFilters {
  annotator?: string | undefined;
  gold?: string | undefined;
  cursor?: string | undefined;
}

export const evidenceQuery = (projectId: number, filters: EvidenceFilters) =>
  queryOptions({
    queryKey: key(projectId, "evidence", filters),
    queryFn: ({ signal }) => {
      const { annotator, gold, cursor } = filters;
      const query = {
        ...(annotator ? { annotator: Number(annotator) } : {}),
        ...(gold ? { gold: Number(gold) } : {}),
        ...(cursor ? { cursor } : {}),
      };
      return result(
        server.GET("/api/v1/projects/{project_id}/gold/evidence", { params: { ...of(projectId), query }, signal }),
      );
    },
  });

const qualificationKey = (projectId: number, part: string) => ["projects", projectId, "qualification", part];

export const qualificationQuery = (projectId: number) =>
  queryOptions({
    queryKey: qualificationKey(projectId, "rules"),
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/qualification", { params: of(projectId), signal })),
  });

export function saveQualification(projectId: number, rules: Qualification): Promise<Qualification> {
  return result(server.PUT("/api/v1/projects/{project_id}/qualification", { params: of(projectId), body: rules }));
}

export const qualifiedQuery = (projectId: number) =>
  queryOptions({
    queryKey: qualificationKey(projectId, "people"),
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/qualification/people", { params: of(projectId), signal })),
  });

export function resetPerson(projectId: number, userId: number): Promise<void> {
  return done(
    server.POST("/api/v1/projects/{project_id}/qualification/people/{user_id}/reset", {
      params: { path: { project_id: projectId, user_id: userId } },
    }),
  );
}

export const consentQuery = (projectId: number) =>
  queryOptions({
    queryKey: qualificationKey(projectId, "consent"),
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/consent", { params: of(projectId), signal })),
  });

export function publishConsent(projectId: number, body: string): Promise<ConsentVersion> {
  return result(server.POST("/api/v1/projects/{project_id}/consent", { params: of(projectId), body: { body } }));
}
