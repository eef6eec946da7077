import { createRoute } from "@tanstack/react-router";
import { inProject, project } from "./frames";
import { lazyPage, numberParam } from "./lazy-page";
import { ids, texts } from "./search-params";

/** Representational harms: measurements of a project, and the cases behind their figures. */

const inRun = () => ({ ...inProject(), runId: numberParam("runId") });

export const harmRoutes = [
  createRoute({
    getParentRoute: () => project,
    path: "/studies/harms",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/studies/harms/harms-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/harms/new",
    component: lazyPage(() => import("@/features/studies/harms/new-harm-run-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/harms/$runId",
    component: lazyPage(() => import("@/features/studies/harms/harm-run-page"), inRun),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/harms/$runId/cases",
    validateSearch: (search: Record<string, unknown>) => ({
      ...texts("measure", "bound", "kind", "aspect", "word", "synset", "verdict", "arm")(search),
      ...ids("version")(search),
    }),
    component: lazyPage(() => import("@/features/studies/harms/cases-page"), inRun),
  }),
] as const;
