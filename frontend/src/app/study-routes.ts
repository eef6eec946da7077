import { createRoute } from "@tanstack/react-router";
import { inProject, project } from "./frames";
import { lazyPage, numberParam } from "./lazy-page";
import { numbers, texts } from "./search-params";

/** Studies of a project, and what is measured, asked and enriched beside them. */

const studyPages = [
  createRoute({
    getParentRoute: () => project,
    path: "/studies",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/studies/studies-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/files",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/studies/files-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/import",
    component: lazyPage(() => import("@/features/studies/import-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/enrichments",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/studies/enrichments/enrichments-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/enrichments/new",
    component: lazyPage(() => import("@/features/studies/enrichments/new-enrichment-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/enrichments/$enrichmentId",
    component: lazyPage(
      () => import("@/features/studies/enrichments/enrichment-page"),
      () => ({ ...inProject(), enrichmentId: numberParam("enrichmentId") }),
    ),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/new",
    validateSearch: texts("step"),
    component: lazyPage(() => import("@/features/studies/new/new-study-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/groups",
    component: lazyPage(() => import("@/features/studies/groups/groups-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/reasoning",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/studies/reasoning/reasoning-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/reasoning/new",
    component: lazyPage(() => import("@/features/studies/reasoning/new-run-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/reasoning/$runId",
    component: lazyPage(
      () => import("@/features/studies/reasoning/run-page"),
      () => ({ ...inProject(), runId: numberParam("runId") }),
    ),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/second-reader",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/studies/second-reader/second-reader-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/second-reader/new",
    component: lazyPage(() => import("@/features/studies/second-reader/new-reading-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/studies/second-reader/$readingId",
    component: lazyPage(
      () => import("@/features/studies/second-reader/reading-page"),
      () => ({ ...inProject(), readingId: numberParam("readingId") }),
    ),
  }),
] as const;

const caseTexts = texts("metric", "cursor");
const caseNumbers = numbers("score", "disagree");
const caseSearch = (search: Record<string, unknown>) => ({ ...caseTexts(search), ...caseNumbers(search) });

const justificationTexts = texts("words", "metric", "verdict", "role", "cursor");
const justificationNumbers = numbers("score");
const justificationSearch = (search: Record<string, unknown>) => ({
  ...justificationTexts(search),
  ...justificationNumbers(search),
});

const inStudy = () => ({ ...inProject(), studyId: numberParam("studyId") });

const study = createRoute({
  getParentRoute: () => project,
  path: "/studies/$studyId",
  component: lazyPage(() => import("@/features/studies/study-layout"), inStudy),
});

const ofOneStudy = [
  createRoute({
    getParentRoute: () => study,
    path: "/",
    component: lazyPage(() => import("@/features/studies/study-page"), inStudy),
  }),
  createRoute({
    getParentRoute: () => study,
    path: "/results",
    component: lazyPage(() => import("@/features/studies/results/results-page"), inStudy),
  }),
  createRoute({
    getParentRoute: () => study,
    path: "/cases",
    validateSearch: caseSearch,
    component: lazyPage(() => import("@/features/studies/cases/cases-page"), inStudy),
  }),
  createRoute({
    getParentRoute: () => study,
    path: "/justifications",
    validateSearch: justificationSearch,
    component: lazyPage(() => import("@/features/studies/justifications/justifications-page"), inStudy),
  }),
  createRoute({
    getParentRoute: () => study,
    path: "/cases/$number",
    component: lazyPage(
      () => import("@/features/studies/cases/case-page"),
      () => ({ ...inStudy(), number: numberParam("number") }),
    ),
  }),
] as const;

export const studyRoutes = [...studyPages, study.addChildren(ofOneStudy)] as const;
