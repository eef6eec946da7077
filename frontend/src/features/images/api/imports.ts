import { queryOptions } from "@tanstack/react-query";
import { formBody, result, server } from "@/api/client";
import type { Import } from "@/api/types";
import { isActive, JOB_POLL_MS } from "@/lib/queries/jobs";

export interface ImportOrder {
  file: File;
  dryRun: boolean;
  split: string;
  /** What becomes of objects and texts that come with the images. */
  givenAs: string;
  /** The stages that objects and texts are for; "" is the usual one. */
  objectsStage: string;
  stage: string;
  /** The file of texts that they become, where they do; "" is as the file. */
  textsName: string;
  /** What the columns of a table hold, where the guess was corrected. */
  columns: Readonly<Record<string, string>>;
  /** Whether images are fetched from the addresses that a list names. */
  fetch: boolean;
}

export function startImport(projectId: number, order: ImportOrder): Promise<Import> {
  const { file, dryRun, split, givenAs, objectsStage, stage, textsName, columns, fetch } = order;
  const form = new FormData();
  form.append("file", file, file.name);
  form.append("dry_run", String(dryRun));
  form.append("split", split);
  form.append("given_as", givenAs);
  form.append("objects_stage", objectsStage);
  form.append("stage", stage);
  form.append("texts_name", textsName);
  form.append("columns", JSON.stringify(columns));
  form.append("fetch", String(fetch));
  return result(
    server.POST("/api/v1/projects/{project_id}/imports", {
      params: { path: { project_id: projectId } },
      body: formBody(form),
    }),
  );
}

export const importsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "imports"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/imports", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
    refetchInterval: (query) => (query.state.data?.some(isActive) ? JOB_POLL_MS : false),
  });

/** As what objects and texts can come in, and for which stages; what fits best first. */
export const importChoicesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "imports", "choices"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/imports/choices", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });

export const importQuery = (projectId: number, importId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "imports", importId],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/imports/{import_id}", {
          params: { path: { project_id: projectId, import_id: importId } },
          signal,
        }),
      ),
  });
