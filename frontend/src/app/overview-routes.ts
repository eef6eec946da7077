import { createRoute } from "@tanstack/react-router";
import { inProject, project } from "./frames";
import { lazyPage, numberParam, textParam } from "./lazy-page";
import { ids, numbers, texts } from "./search-params";

/** How a project is doing: at home, who works in it, and reports on its texts. */

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => project,
    path: "/",
    component: lazyPage(() => import("@/features/overview/overview-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/rounds",
    validateSearch: (search: Record<string, unknown>) => ({
      ...texts("stage", "from", "to")(search),
      ...ids("round")(search),
    }),
    component: lazyPage(() => import("@/features/dashboards/rounds-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/stopping",
    validateSearch: (search: Record<string, unknown>) => ({
      ...texts("stage")(search),
      ...numbers("threshold")(search),
    }),
    component: lazyPage(() => import("@/features/dashboards/stopping-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/annotators",
    validateSearch: (search: Record<string, unknown>) => ({
      ...texts("stage", "from", "to", "order", "cursor")(search),
      ...ids("warned")(search),
    }),
    component: lazyPage(() => import("@/features/dashboards/annotators-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/annotators/$userId",
    validateSearch: texts("stage", "cursor"),
    component: lazyPage(
      () => import("@/features/dashboards/annotator-page"),
      () => ({ ...inProject(), userId: numberParam("userId") }),
    ),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/stages/$stageKey",
    component: lazyPage(
      () => import("@/features/dashboards/stage-page"),
      () => ({ ...inProject(), stageKey: textParam("stageKey") }),
    ),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/texts",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/texts/texts-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/texts/new",
    component: lazyPage(() => import("@/features/texts/new-report-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/texts/$reportId",
    component: lazyPage(
      () => import("@/features/texts/report-page"),
      () => ({ ...inProject(), reportId: numberParam("reportId") }),
    ),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/report",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/reports/report-page"), inProject),
  }),
] as const;
