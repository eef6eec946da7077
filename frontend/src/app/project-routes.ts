import { createRoute, redirect } from "@tanstack/react-router";
import { inProject, project } from "./frames";
import { harmRoutes } from "./harm-routes";
import { lazyPage, numberParam } from "./lazy-page";
import { mentionRoutes } from "./mention-routes";
import { overviewRoutes } from "./overview-routes";
import { releaseRoutes } from "./release-routes";
import { ids, text, texts } from "./search-params";
import { settingsRoutes } from "./settings-routes";
import { studyRoutes } from "./study-routes";

/** The pages of one project. */

const sampleKeys = [
  "state",
  "stage",
  "split",
  "batch",
  "round",
  "flag",
  "person",
  "seed",
  "similarity_from",
  "similarity_to",
  "length_from",
  "length_to",
  "alike",
  "seconds_from",
  "seconds_to",
  "training",
  "study",
  "source",
  "metric",
  "rating_from",
  "rating_to",
  "field",
  "value",
  "search",
  "order",
  "cursor",
] as const;

export interface SampleSearch extends Partial<Record<(typeof sampleKeys)[number], string>> {
  view?: "grid" | "table";
  /** An act on many samples whose outcome is shown. */
  act?: string;
  /** Columns of the table, where a view has its own. */
  columns?: string;
  /** A kept view: alone it stands for all that is in it. */
  saved?: string;
}

const samples = createRoute({
  getParentRoute: () => project,
  path: "/samples",
  validateSearch: (search): SampleSearch => {
    const result: SampleSearch = {};
    for (const key of sampleKeys) {
      const value = text(search[key]);
      if (value) result[key] = value;
    }
    if (search.view === "table") result.view = "table";
    for (const key of ["act", "saved"] as const) {
      const id = text(search[key]);
      if (id && /^\d+$/.test(id)) result[key] = id;
    }
    const columns = text(search.columns);
    if (columns) result.columns = columns;
    return result;
  },
  component: lazyPage(() => import("@/features/samples/samples-page"), inProject),
});

const reviewSearch = texts(
  "state",
  "code",
  "annotator",
  "stage",
  "batch",
  "round",
  "split",
  "verdict",
  "words",
  "from",
  "to",
  "order",
  "cursor",
);

const review = createRoute({
  getParentRoute: () => project,
  path: "/review",
  validateSearch: reviewSearch,
  component: lazyPage(() => import("@/features/review/review-page"), inProject),
});

const skips = createRoute({
  getParentRoute: () => project,
  path: "/review/skips",
  validateSearch: texts("state", "cursor"),
  component: lazyPage(() => import("@/features/review/skips-page"), inProject),
});

const reviewDetail = createRoute({
  getParentRoute: () => project,
  path: "/review/$annotationId",
  validateSearch: reviewSearch,
  component: lazyPage(
    () => import("@/features/review/review-detail-page"),
    () => ({ ...inProject(), annotationId: numberParam("annotationId") }),
  ),
});

const qualityPages = [
  createRoute({
    getParentRoute: () => project,
    path: "/quality",
    component: lazyPage(() => import("@/features/quality/checks-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/quality/annotators",
    // Where the annotators were before they had one page.
    beforeLoad: ({ params }) => {
      throw redirect({ to: "/projects/$projectId/annotators", params, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/quality/agreement",
    validateSearch: texts("stage", "cursor"),
    component: lazyPage(() => import("@/features/quality/agreement-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/quality/batches",
    component: lazyPage(() => import("@/features/batches/batches-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/quality/batches/$batchId",
    component: lazyPage(
      () => import("@/features/batches/batch-page"),
      () => ({ ...inProject(), batchId: numberParam("batchId") }),
    ),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/quality/gold",
    validateSearch: texts("annotator", "gold", "cursor", "evidence"),
    component: lazyPage(() => import("@/features/gold/gold-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/quality/qualification",
    component: lazyPage(() => import("@/features/gold/qualification-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/quality/spelling",
    validateSearch: texts("state", "min_confidence", "word", "cursor"),
    component: lazyPage(() => import("@/features/spelling/spelling-page"), inProject),
  }),
] as const;

const crowdPages = [
  createRoute({
    getParentRoute: () => project,
    path: "/crowd",
    component: lazyPage(() => import("@/features/crowd/channels-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/crowd/payments",
    validateSearch: texts("cursor"),
    component: lazyPage(() => import("@/features/crowd/payments-page"), inProject),
  }),
] as const;

const importPage = createRoute({
  getParentRoute: () => project,
  path: "/import",
  component: lazyPage(() => import("@/features/images/import-page"), inProject),
});

const seeding = createRoute({
  getParentRoute: () => project,
  path: "/seeding",
  component: lazyPage(() => import("@/features/seeding/seeding-page"), inProject),
});

const models = createRoute({
  getParentRoute: () => project,
  path: "/models",
  component: lazyPage(() => import("@/features/models/models-page"), inProject),
});

const costs = createRoute({
  getParentRoute: () => project,
  path: "/models/costs",
  component: lazyPage(() => import("@/features/models/costs-page"), inProject),
});

const model = createRoute({
  getParentRoute: () => project,
  path: "/models/$connectionId",
  validateSearch: (search) => ({ ...ids("trial")(search), ...texts("beside")(search) }),
  component: lazyPage(
    () => import("@/features/models/connection-page"),
    () => ({ ...inProject(), connectionId: numberParam("connectionId") }),
  ),
});

const versionComparison = createRoute({
  getParentRoute: () => project,
  path: "/models/comparisons/$comparisonId",
  component: lazyPage(
    () => import("@/features/models/comparison-page"),
    () => ({ ...inProject(), comparisonId: numberParam("comparisonId") }),
  ),
});

const learningPages = [
  createRoute({
    getParentRoute: () => project,
    path: "/learning",
    validateSearch: ids("training"),
    component: lazyPage(() => import("@/features/learning/learning-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/learning/seeds",
    validateSearch: texts("stage"),
    component: lazyPage(() => import("@/features/learning/seed-quality-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/learning/order",
    component: lazyPage(() => import("@/features/learning/order-page"), inProject),
  }),
] as const;

const people = createRoute({
  getParentRoute: () => project,
  path: "/people",
  component: lazyPage(() => import("@/features/people/people-page"), inProject),
});

const guidelines = createRoute({
  getParentRoute: () => project,
  path: "/guidelines",
  component: lazyPage(() => import("@/features/guidelines/guidelines-page"), inProject),
});

const exportPage = createRoute({
  getParentRoute: () => project,
  path: "/export",
  component: lazyPage(() => import("@/features/exports/export-page"), inProject),
});

const audit = createRoute({
  getParentRoute: () => project,
  path: "/audit",
  validateSearch: texts("cursor", "q", "actor", "verb", "target", "since", "until"),
  component: lazyPage(() => import("@/features/audit/audit-page"), inProject),
});

export const projectRoutes = project.addChildren([
  ...overviewRoutes,
  samples,
  importPage,
  seeding,
  models,
  costs,
  model,
  versionComparison,
  ...learningPages,
  review,
  skips,
  reviewDetail,
  ...qualityPages,
  ...crowdPages,
  ...studyRoutes,
  ...harmRoutes,
  ...mentionRoutes,
  people,
  guidelines,
  exportPage,
  ...releaseRoutes,
  audit,
  ...settingsRoutes,
]);
