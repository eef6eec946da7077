import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { done, result, server } from "@/api/client";
import type { Guidelines } from "@/api/types";
import { myQualificationQuery } from "./qualification";
import { workQuery } from "./work";

export const guidelinesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "guidelines"],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/guidelines", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
  });

export const guidelineVersionQuery = (projectId: number, version: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "guidelines", version],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/guidelines/{version}", {
          params: { path: { project_id: projectId, version } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });

/** Notes that this version was read: of one that came out meanwhile nothing is said. */
export function useMarkGuidelinesRead(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      done(
        server.POST("/api/v1/projects/{project_id}/guidelines/read", {
          params: { path: { project_id: projectId } },
          body: { version },
        }),
      ),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: guidelinesQuery(projectId).queryKey, exact: true }),
        client.invalidateQueries({ queryKey: myQualificationQuery(projectId).queryKey }),
        client.invalidateQueries({ queryKey: workQuery.queryKey }),
      ]),
  });
}

/** Opening guidelines is reading them, unless it is to be confirmed. A failed receipt is sent again next time. */
export function useReadReceipt(projectId: number, guidelines: Guidelines | undefined) {
  const { mutate } = useMarkGuidelinesRead(projectId);
  const version = guidelines?.unread && !guidelines.required ? guidelines.current?.version : undefined;
  useEffect(() => {
    if (version !== undefined) mutate(version);
  }, [mutate, version]);
}
