import { createRoute } from "@tanstack/react-router";
import { inProject, project } from "./frames";
import { lazyPage, numberParam } from "./lazy-page";
import { ids, texts } from "./search-params";

/** What a project published: frozen, with a version each. */

export const releaseRoutes = [
  createRoute({
    getParentRoute: () => project,
    path: "/releases",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/releases/releases-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/releases/new",
    component: lazyPage(() => import("@/features/releases/new-release-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/releases/$releaseId",
    component: lazyPage(
      () => import("@/features/releases/release-page"),
      () => ({ ...inProject(), releaseId: numberParam("releaseId") }),
    ),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/releases/datasheet",
    component: lazyPage(() => import("@/features/releases/datasheet-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/releases/$releaseId/compare",
    validateSearch: (search: Record<string, unknown>) => ({
      ...ids("before")(search),
      ...texts("change", "cursor")(search),
    }),
    component: lazyPage(
      () => import("@/features/releases/compare-page"),
      () => ({ ...inProject(), releaseId: numberParam("releaseId") }),
    ),
  }),
] as const;
