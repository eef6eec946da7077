import { createRoute } from "@tanstack/react-router";
import { inProject, project } from "./frames";
import { lazyPage, numberParam } from "./lazy-page";
import { texts } from "./search-params";

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
] as const;
