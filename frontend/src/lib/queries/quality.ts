import { queryOptions } from "@tanstack/react-query";
import { api, result, server } from "@/api/client";
import type {
  AnnotatorQuality,
  Block,
  Gold,
  NewBlock,
  NewGold,
  Quality,
} from "@/api/quality";

/** Everything of quality control hangs below this key: one act may change many of its lists. */
export const qualityKey = (projectId: number) => ["projects", projectId, "quality"] as const;

export const qualityQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "checks"],
    queryFn: ({ signal }) => api.get<Quality>(`/projects/${String(projectId)}/quality`, { signal }),
  });

export const annotatorQualityQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "annotators"],
    queryFn: ({ signal }) =>
      api.get<AnnotatorQuality[]>(`/projects/${String(projectId)}/quality/annotators`, { signal }),
  });

export const batchesQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "batches"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/batches", { params: { path: { project_id: projectId } }, signal }),
      ),
  });

export const blocksQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...qualityKey(projectId), "blocks"],
    queryFn: ({ signal }) => api.get<Block[]>(`/projects/${String(projectId)}/blocks`, { signal }),
  });

export function blockPerson(projectId: number, block: NewBlock): Promise<Block> {
  return api.post(`/projects/${String(projectId)}/blocks`, block);
}

export function liftBlock(projectId: number, blockId: number, reason: string): Promise<Block> {
  return api.post(`/projects/${String(projectId)}/blocks/${String(blockId)}/lift`, { reason });
}

export function addGold(projectId: number, gold: NewGold): Promise<Gold> {
  return api.post(`/projects/${String(projectId)}/gold`, gold);
}
