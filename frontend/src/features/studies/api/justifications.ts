import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { JustificationPage } from "@/api/studies";

export const ROLES = ["annotator", "reviewer", "lead", "none"] as const;
export const VERDICTS = ["unreviewed", "approved", "rejected"] as const;

export interface JustificationFilters {
  words?: string | undefined;
  metric?: string | undefined;
  score?: number | undefined;
  verdict?: string | undefined;
  role?: string | undefined;
  cursor?: string | undefined;
}

function address(projectId: number, studyId: number, file: string, filters: JustificationFilters) {
  const asked = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const query = asked.length > 0 ? `?${new URLSearchParams(asked).toString()}` : "";
  return `/projects/${String(projectId)}/studies/${String(studyId)}/${file}${query}`;
}

export const justificationsQuery = (projectId: number, studyId: number, filters: JustificationFilters) =>
  queryOptions({
    queryKey: ["projects", projectId, "studies", studyId, "justifications", filters],
    queryFn: ({ signal }) =>
      api.get<JustificationPage>(address(projectId, studyId, "justifications", filters), { signal }),
  });

/** Everything that the filters find, as a sheet. */
export const justificationsFile = (projectId: number, studyId: number, filters: JustificationFilters) =>
  `/api/v1${address(projectId, studyId, "justifications.csv", { ...filters, cursor: undefined })}`;
