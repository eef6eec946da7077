import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { NewSampleView, SampleView } from "@/api/types";
import { filterKeys, type SampleFilters } from "./samples";

/** What a list shows and how: all that stands in its address but the place in it. */
export type Shown = Omit<SampleFilters, "cursor"> & {
  view?: "grid" | "table" | undefined;
  columns?: string | undefined;
};

const kept = [...filterKeys, "search", "order"] as const;
const parts = [...kept, "view", "columns"] as const;

const key = (projectId: number) => ["projects", projectId, "samples", "views"] as const;

export const viewsQuery = (projectId: number) =>
  queryOptions({
    queryKey: key(projectId),
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/samples/views", {
          params: { path: { project_id: projectId } },
          signal,
        }),
      ),
  });

export function keepView(projectId: number, view: NewSampleView): Promise<SampleView> {
  return result(
    server.POST("/api/v1/projects/{project_id}/samples/views", {
      params: { path: { project_id: projectId } },
      body: view,
    }),
  );
}

const one = (projectId: number, view: number) => ({ path: { project_id: projectId, sample_view_id: view } });

export function changeView(projectId: number, view: number, changes: Partial<NewSampleView>): Promise<SampleView> {
  return result(
    server.PATCH("/api/v1/projects/{project_id}/samples/views/{sample_view_id}", {
      params: one(projectId, view),
      body: changes,
    }),
  );
}

export function deleteView(projectId: number, view: number): Promise<void> {
  return done(
    server.DELETE("/api/v1/projects/{project_id}/samples/views/{sample_view_id}", { params: one(projectId, view) }),
  );
}

/** What a view has in the address of the list. */
export function shownBy({ query, layout, columns }: SampleView): Shown {
  const shown: Shown = {};
  for (const name of kept) {
    const value = query[name];
    if (value !== null && value !== undefined && value !== "" && !(name === "order" && value === "number")) {
      shown[name] = String(value);
    }
  }
  if (layout === "table") shown.view = "table";
  if (columns.length > 0) shown.columns = columns.join(",");
  return shown;
}

/** What is kept of the address of the list. */
export function keptOf(shown: Shown): Pick<NewSampleView, "query" | "layout" | "columns"> {
  const query = Object.fromEntries(kept.filter((name) => shown[name]).map((name) => [name, shown[name]]));
  return {
    query,
    layout: shown.view ?? "grid",
    columns: (shown.columns?.split(",") ?? []) as NewSampleView["columns"],
  };
}

export const isSame = (one: Shown, other: Shown) => parts.every((name) => (one[name] ?? "") === (other[name] ?? ""));

/** Whether nothing is filtered, ordered or chosen. */
export const isBare = (shown: Shown) => isSame(shown, {});
