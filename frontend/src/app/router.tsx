import { createRootRoute, createRoute, createRouter, Outlet, type RouterHistory } from "@tanstack/react-router";
import { LoginPage } from "@/features/auth/login-page";
import { MyWorkPage } from "@/features/work/my-work-page";
import { lazyPage, numberParam, textParam } from "./lazy-page";
import { NotFound, PageFault } from "./page-faults";
import { SessionGate } from "./session-gate";
import { Shell } from "./shell";

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: (search): { next?: string } => {
    const next = text(search.next);
    return next ? { next } : {};
  },
  component: LoginPage,
});

const invite = createRoute({
  getParentRoute: () => root,
  path: "/invite/$token",
  component: lazyPage(() => import("@/features/auth/invite-page"), () => ({ token: textParam("token") })),
});

/** The workbench has the whole window to itself. */
const workbench = createRoute({
  getParentRoute: () => root,
  path: "/work/$assignmentId",
  component: lazyPage(
    async () => ({ default: (await import("@/features/workbench/route")).WorkbenchPage }),
    () => ({ assignmentId: numberParam("assignmentId") }),
    SessionGate,
  ),
});

/** A mini-batch has it, too. */
const hit = createRoute({
  getParentRoute: () => root,
  path: "/hits/$hitId",
  component: lazyPage(
    async () => ({ default: (await import("@/features/workbench/hit/route")).HitRoute }),
    () => ({ hitId: numberParam("hitId") }),
    SessionGate,
  ),
});

/** May be shown in a frame of a crowd platform: no navigation around it. */
const entered = createRoute({
  getParentRoute: () => root,
  path: "/entered/$participation",
  component: lazyPage(
    () => import("@/features/entered/entered-page"),
    () => ({ participation: textParam("participation") }),
  ),
});

const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

const myWork = createRoute({ getParentRoute: () => shell, path: "/", component: MyWorkPage });

const history = createRoute({
  getParentRoute: () => shell,
  path: "/history",
  validateSearch: (search): { cursor?: string } => {
    const cursor = text(search.cursor);
    return cursor ? { cursor } : {};
  },
  component: lazyPage(() => import("@/features/work/history-page"), () => ({})),
});

const historyDetail = createRoute({
  getParentRoute: () => shell,
  path: "/history/$assignmentId",
  component: lazyPage(
    () => import("@/features/work/history-detail-page"),
    () => ({ assignmentId: numberParam("assignmentId") }),
  ),
});

const hitFeedback = createRoute({
  getParentRoute: () => shell,
  path: "/hits/$hitId/feedback",
  component: lazyPage(
    () => import("@/features/hits/feedback-page"),
    () => ({ hitId: numberParam("hitId") }),
  ),
});

const qualify = createRoute({
  getParentRoute: () => shell,
  path: "/qualify/$projectId",
  component: lazyPage(
    () => import("@/features/qualification-me/qualify-page"),
    () => ({ projectId: numberParam("projectId") }),
  ),
});

const inbox = createRoute({
  getParentRoute: () => shell,
  path: "/feedback",
  validateSearch: (search): { cursor?: string } => {
    const cursor = text(search.cursor);
    return cursor ? { cursor } : {};
  },
  component: lazyPage(() => import("@/features/feedback-inbox/inbox-page"), () => ({})),
});

const projects = createRoute({
  getParentRoute: () => shell,
  path: "/projects",
  component: lazyPage(() => import("@/features/projects/projects-page"), () => ({})),
});

const newProject = createRoute({
  getParentRoute: () => shell,
  path: "/projects/new",
  component: lazyPage(() => import("@/features/projects/new-project-page"), () => ({})),
});

const inProject = () => ({ projectId: numberParam("projectId") });

const project = createRoute({
  getParentRoute: () => shell,
  path: "/projects/$projectId",
  component: lazyPage(() => import("@/features/projects/project-layout"), inProject),
});

const overview = createRoute({
  getParentRoute: () => project,
  path: "/",
  component: lazyPage(() => import("@/features/overview/overview-page"), inProject),
});

export interface SampleSearch {
  state?: string;
  stage?: string;
  split?: string;
  batch?: string;
  search?: string;
  cursor?: string;
  view?: "grid" | "table";
}

const samples = createRoute({
  getParentRoute: () => project,
  path: "/samples",
  validateSearch: (search): SampleSearch => {
    const result: SampleSearch = {};
    for (const key of ["state", "stage", "split", "batch", "search", "cursor"] as const) {
      const value = text(search[key]);
      if (value) result[key] = value;
    }
    if (search.view === "table") result.view = "table";
    return result;
  },
  component: lazyPage(() => import("@/features/samples/samples-page"), inProject),
});

/** Takes the named texts out of an address and leaves everything else behind. */
function texts<Key extends string>(...keys: Key[]) {
  return (search: Record<string, unknown>): Partial<Record<Key, string>> => {
    const result: Partial<Record<Key, string>> = {};
    for (const key of keys) {
      const value = text(search[key]);
      if (value) result[key] = value;
    }
    return result;
  };
}

const reviewSearch = texts("state", "code", "annotator", "stage", "batch", "cursor");

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

const quality = createRoute({
  getParentRoute: () => project,
  path: "/quality",
  component: lazyPage(() => import("@/features/quality/quality-layout"), inProject),
});

const qualityPages = [
  createRoute({
    getParentRoute: () => quality,
    path: "/",
    component: lazyPage(() => import("@/features/quality/checks-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => quality,
    path: "/annotators",
    component: lazyPage(() => import("@/features/quality/annotators-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => quality,
    path: "/agreement",
    validateSearch: texts("stage", "cursor"),
    component: lazyPage(() => import("@/features/quality/agreement-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => quality,
    path: "/batches",
    component: lazyPage(() => import("@/features/batches/batches-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => quality,
    path: "/batches/$batchId",
    component: lazyPage(
      () => import("@/features/batches/batch-page"),
      () => ({ ...inProject(), batchId: numberParam("batchId") }),
    ),
  }),
  createRoute({
    getParentRoute: () => quality,
    path: "/gold",
    validateSearch: texts("annotator", "gold", "cursor", "evidence"),
    component: lazyPage(() => import("@/features/gold/gold-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => quality,
    path: "/qualification",
    component: lazyPage(() => import("@/features/gold/qualification-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => quality,
    path: "/spelling",
    validateSearch: texts("state", "min_confidence", "word", "cursor"),
    component: lazyPage(() => import("@/features/spelling/spelling-page"), inProject),
  }),
] as const;

const crowd = createRoute({
  getParentRoute: () => project,
  path: "/crowd",
  component: lazyPage(() => import("@/features/crowd/crowd-layout"), inProject),
});

const crowdPages = [
  createRoute({
    getParentRoute: () => crowd,
    path: "/",
    component: lazyPage(() => import("@/features/crowd/channels-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => crowd,
    path: "/payments",
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
  validateSearch: (search): { cursor?: string } => {
    const cursor = text(search.cursor);
    return cursor ? { cursor } : {};
  },
  component: lazyPage(() => import("@/features/audit/audit-page"), inProject),
});

const settings = createRoute({
  getParentRoute: () => project,
  path: "/settings",
  component: lazyPage(() => import("@/features/projects/settings-page"), inProject),
});

const sample = createRoute({
  getParentRoute: () => shell,
  path: "/samples/$sampleId",
  component: lazyPage(
    () => import("@/features/samples/sample-page"),
    () => ({ sampleId: numberParam("sampleId") }),
  ),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  component: lazyPage(() => import("@/features/account/account-page"), () => ({})),
});

const users = createRoute({
  getParentRoute: () => shell,
  path: "/admin/users",
  validateSearch: (search): { cursor?: string } => {
    const cursor = text(search.cursor);
    return cursor ? { cursor } : {};
  },
  component: lazyPage(() => import("@/features/admin/users-page"), () => ({})),
});

const routeTree = root.addChildren([
  login,
  invite,
  workbench,
  hit,
  entered,
  shell.addChildren([
    myWork,
    history,
    historyDetail,
    hitFeedback,
    qualify,
    inbox,
    projects,
    newProject,
    project.addChildren([
      overview,
      samples,
      importPage,
      seeding,
      review,
      skips,
      reviewDetail,
      quality.addChildren(qualityPages),
      crowd.addChildren(crowdPages),
      people,
      guidelines,
      exportPage,
      audit,
      settings,
    ]),
    sample,
    account,
    users,
  ]),
]);

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    defaultErrorComponent: PageFault,
    defaultNotFoundComponent: NotFound,
    defaultPreload: false,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
