import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type {
  AvailableSource,
  Barring,
  Design,
  NewStudy,
  Study,
  StudyCase,
  StudyPreview,
  StudyResults,
  TextFile,
  TextSource,
} from "@/api/studies";
import type { Job, Page } from "@/api/types";

const at = (projectId: number, path: string) => `/projects/${String(projectId)}/${path}`;
const one = (projectId: number, studyId: number, path = "") => at(projectId, `studies/${String(studyId)}${path}`);
const key = (projectId: number, ...rest: unknown[]) => ["projects", projectId, "studies", ...rest];

const PREPARING_POLL_MS = 1_500;
/** People judge while one looks. */
const OPEN_POLL_MS = 15_000;

function pollOf(states: readonly string[]): number | false {
  if (states.includes("preparing")) return PREPARING_POLL_MS;
  return states.includes("open") ? OPEN_POLL_MS : false;
}

function query(values: Readonly<Record<string, string | number | undefined>>) {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : "";
}

export const studiesQuery = (projectId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: key(projectId, "list", cursor ?? ""),
    queryFn: ({ signal }) => api.get<Page<Study>>(at(projectId, `studies${query({ cursor })}`), { signal }),
    refetchInterval: ({ state }) => pollOf((state.data?.results ?? []).map((study) => study.state)),
  });

export const studyQuery = (projectId: number, studyId: number) =>
  queryOptions({
    queryKey: key(projectId, studyId),
    queryFn: ({ signal }) => api.get<Study>(one(projectId, studyId), { signal }),
    refetchInterval: ({ state }) => (state.data ? pollOf([state.data.state]) : false),
  });

export const resultsQuery = (projectId: number, studyId: number) =>
  queryOptions({
    queryKey: key(projectId, studyId, "results"),
    queryFn: ({ signal }) => api.get<StudyResults>(one(projectId, studyId, "/results"), { signal }),
  });

export interface CaseFilters {
  metric?: string | undefined;
  score?: number | undefined;
  /** 1: only those about which people disagree. */
  disagree?: number | undefined;
  cursor?: string | undefined;
}

export const casesQuery = (projectId: number, studyId: number, filters: CaseFilters) =>
  queryOptions({
    queryKey: key(projectId, studyId, "cases", filters),
    queryFn: ({ signal }) =>
      api.get<Page<StudyCase>>(one(projectId, studyId, `/items${query({ ...filters })}`), { signal }),
  });

export const caseQuery = (projectId: number, studyId: number, number: number) =>
  queryOptions({
    queryKey: key(projectId, studyId, "case", number),
    queryFn: ({ signal }) => api.get<StudyCase>(one(projectId, studyId, `/items/${String(number)}`), { signal }),
  });

export const sourcesQuery = (projectId: number) =>
  queryOptions({
    queryKey: key(projectId, "sources"),
    queryFn: ({ signal }) => api.get<AvailableSource[]>(at(projectId, "text-sources"), { signal }),
    staleTime: 0,
  });

export interface PreviewWish extends Pick<NewStudy, "samples" | "matching" | "expected"> {
  raters: number[];
  raters_per_item: number;
  barring: Barring;
  design: Design;
  sources: TextSource[];
  sample_size: number | null;
  chunks: number | null;
}

export const previewQuery = (projectId: number, options: PreviewWish) =>
  queryOptions({
    queryKey: key(projectId, "preview", options),
    queryFn: ({ signal }) => api.post<StudyPreview>(at(projectId, "studies/preview"), options, { signal }),
  });

export function createStudy(projectId: number, study: NewStudy): Promise<Study> {
  return api.post(at(projectId, "studies"), study);
}

export function renameStudy(projectId: number, studyId: number, name: string): Promise<Study> {
  return api.patch(one(projectId, studyId), { name });
}

export function deleteStudy(projectId: number, studyId: number): Promise<void> {
  return api.delete(one(projectId, studyId));
}

export function closeStudy(projectId: number, studyId: number): Promise<Study> {
  return api.post(one(projectId, studyId, "/close"));
}

export function reopenStudy(projectId: number, studyId: number): Promise<Study> {
  return api.post(one(projectId, studyId, "/reopen"));
}

export function importRatings(
  projectId: number,
  file: File,
  values: { name: string; comparison: string },
): Promise<Study> {
  return api.post(at(projectId, "studies/import"), form(file, values));
}

export const filesQuery = (projectId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: key(projectId, "files", cursor ?? ""),
    queryFn: ({ signal }) => api.get<Page<TextFile>>(at(projectId, `text-files${query({ cursor })}`), { signal }),
  });

export interface FileOptions {
  name: string;
  text_field: string;
  key_field: string;
}

export function addTextFile(projectId: number, file: File, options: FileOptions): Promise<TextFile> {
  return api.post(at(projectId, "text-files"), form(file, { ...options }));
}

/** A zip archive with its manifest, or the manifest and the images; a job brings them in. */
export function addImages(projectId: number, files: readonly File[]): Promise<Job> {
  const body = new FormData();
  for (const file of files) body.append("files", file, file.name);
  return api.post(at(projectId, "study-images"), body);
}

export function deleteTextFile(projectId: number, fileId: number): Promise<void> {
  return api.delete(at(projectId, `text-files/${String(fileId)}`));
}

function form(file: File, values: Readonly<Record<string, string>>): FormData {
  const body = new FormData();
  body.append("file", file, file.name);
  for (const [name, value] of Object.entries(values)) if (value !== "") body.append(name, value);
  return body;
}

export type ResultFile = "table.csv" | "ratings.csv" | "table.tex";

export const resultFile = (projectId: number, studyId: number, file: ResultFile) =>
  `/api/v1${one(projectId, studyId, `/results/${file}`)}`;
