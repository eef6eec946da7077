import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type {
  ConsentVersion,
  Gold,
  GoldChanges,
  GoldEvidence,
  GoldImport,
  Qualification,
  QualifiedPerson,
} from "@/api/quality";
import type { Page } from "@/api/types";
import { searchOf } from "@/lib/search-params";

const base = (projectId: number) => `/projects/${String(projectId)}`;
const key = (projectId: number, ...rest: unknown[]) => ["projects", projectId, "gold", ...rest];

export const goldQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: key(projectId, "list", cursor ?? ""),
    queryFn: ({ signal }) => api.get<Page<Gold>>(`${base(projectId)}/gold${searchOf({ cursor })}`, { signal }),
  });

export function changeGold(projectId: number, goldId: number, changes: GoldChanges): Promise<Gold> {
  return api.patch(`${base(projectId)}/gold/${String(goldId)}`, changes);
}

export function removeGold(projectId: number, goldId: number): Promise<void> {
  return api.delete(`${base(projectId)}/gold/${String(goldId)}`);
}

export function importGold(projectId: number, file: File, dryRun: boolean): Promise<GoldImport> {
  const form = new FormData();
  form.append("file", file, file.name);
  form.append("dry_run", String(dryRun));
  return api.post(`${base(projectId)}/gold/import`, form);
}

export interface EvidenceFilters {
  annotator?: string | undefined;
  gold?: string | undefined;
  cursor?: string | undefined;
}

export const evidenceQuery = (projectId: number, filters: EvidenceFilters) =>
  queryOptions({
    queryKey: key(projectId, "evidence", filters),
    queryFn: ({ signal }) =>
      api.get<Page<GoldEvidence>>(`${base(projectId)}/gold/evidence${searchOf({ ...filters })}`, { signal }),
  });

const qualificationKey = (projectId: number, part: string) => ["projects", projectId, "qualification", part];

export const qualificationQuery = (projectId: number) =>
  queryOptions({
    queryKey: qualificationKey(projectId, "rules"),
    queryFn: ({ signal }) => api.get<Qualification>(`${base(projectId)}/qualification`, { signal }),
  });

export function saveQualification(projectId: number, rules: Qualification): Promise<Qualification> {
  return api.put(`${base(projectId)}/qualification`, rules);
}

export const qualifiedQuery = (projectId: number) =>
  queryOptions({
    queryKey: qualificationKey(projectId, "people"),
    queryFn: ({ signal }) => api.get<QualifiedPerson[]>(`${base(projectId)}/qualification/people`, { signal }),
  });

export function resetPerson(projectId: number, userId: number): Promise<void> {
  return api.post(`${base(projectId)}/qualification/people/${String(userId)}/reset`);
}

export const consentQuery = (projectId: number) =>
  queryOptions({
    queryKey: qualificationKey(projectId, "consent"),
    queryFn: ({ signal }) => api.get<ConsentVersion[]>(`${base(projectId)}/consent`, { signal }),
  });

export function publishConsent(projectId: number, body: string): Promise<ConsentVersion> {
  return api.post(`${base(projectId)}/consent`, { body });
}
