import { createRoute } from "@tanstack/react-router";
import { inProject, project } from "./frames";
import { lazyPage, numberParam } from "./lazy-page";
import { texts } from "./search-params";

/** Which objects are mentioned more often with one group: the measurements of a project. */

const inRun = () => ({ ...inProject(), runId: numberParam("runId") });

export const mentionRoutes = [
  createRoute({
    getParentRoute: () => project,
    path: "/studies/harms/mentions",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/studies/harms/mentions/mentions-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/harms/mentions/new",
    component: lazyPage(() => import("@/features/studies/harms/mentions/new-mention-run-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/harms/mentions/$runId",
    component: lazyPage(() => import("@/features/studies/harms/mentions/mention-run-page"), inRun),
  }),
] as const;
