import { createRoute, createRouter, type RouterHistory } from "@tanstack/react-router";
import { signInProblems } from "@/lib/queries/sign-in";
import { WorkbenchPage } from "@/features/workbench/route";
import { accountRoutes } from "./account-routes";
import { adminRoutes } from "./admin-routes";
import { root, shell } from "./frames";
import { lazyPage, numberParam, textParam } from "./lazy-page";
import { NotFound, PageFault } from "./page-faults";
import { projectRoutes } from "./project-routes";
import { numbers, oneOf, texts } from "./search-params";
import { SessionGate } from "./session-gate";

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: (search) => ({
    ...texts("next", "state")(search),
    ...oneOf("problem", signInProblems)(search),
    ...oneOf("again", ["yes"])(search),
  }),
  component: lazyPage(
    async () => ({ default: (await import("@/features/auth/login-page")).LoginPage }),
    () => ({}),
  ),
});

const forgotten = createRoute({
  getParentRoute: () => root,
  path: "/forgotten-password",
  component: lazyPage(
    () => import("@/features/auth/forgotten-page"),
    () => ({}),
  ),
});

const newPassword = createRoute({
  getParentRoute: () => root,
  path: "/new-password",
  component: lazyPage(
    () => import("@/features/auth/new-password-page"),
    () => ({}),
  ),
});

const confirmAddress = createRoute({
  getParentRoute: () => root,
  path: "/confirm-address",
  component: lazyPage(
    () => import("@/features/auth/confirm-address-page"),
    () => ({}),
  ),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: "/invite/$token",
  component: lazyPage(
    () => import("@/features/auth/invite-page"),
    () => ({ token: textParam("token") }),
  ),
});

/** The workbench has the whole window to itself. */
const workbench = createRoute({
  getParentRoute: () => root,
  path: "/work/$assignmentId",
  component: lazyPage(
    // With the start: whoever annotates opens nothing else, and waits for one file instead of many.
    () => Promise.resolve({ default: WorkbenchPage }),
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

/** One image and nothing else, opened beside a task. */
const fullSize = createRoute({
  getParentRoute: () => root,
  path: "/images/$imageId",
  validateSearch: (search) => ({ ...texts("look")(search), ...numbers("turn")(search) }),
  component: lazyPage(
    () => import("@/features/full-size/full-size-page"),
    () => ({ imageId: numberParam("imageId") }),
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

const landing = createRoute({
  getParentRoute: () => shell,
  path: "/",
  component: lazyPage(
    async () => ({ default: (await import("@/features/home/landing")).Landing }),
    () => ({}),
  ),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: "/home",
  validateSearch: texts("cursor"),
  component: lazyPage(
    () => import("@/features/home/home-page"),
    () => ({}),
  ),
});

const myWork = createRoute({
  getParentRoute: () => shell,
  path: "/work",
  component: lazyPage(
    async () => ({ default: (await import("@/features/work/my-work-page")).MyWorkPage }),
    () => ({}),
  ),
});

const history = createRoute({
  getParentRoute: () => shell,
  path: "/history",
  validateSearch: texts("cursor"),
  component: lazyPage(
    () => import("@/features/work/history-page"),
    () => ({}),
  ),
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
  validateSearch: texts("stage"),
  component: lazyPage(
    () => import("@/features/qualification-me/qualify-page"),
    () => ({ projectId: numberParam("projectId") }),
  ),
});

const say = createRoute({
  getParentRoute: () => shell,
  path: "/groups/$projectId",
  component: lazyPage(
    () => import("@/features/groups/say-page"),
    () => ({ projectId: numberParam("projectId") }),
  ),
});

const inbox = createRoute({
  getParentRoute: () => shell,
  path: "/feedback",
  validateSearch: texts("cursor", "view"),
  component: lazyPage(
    () => import("@/features/feedback-inbox/inbox-page"),
    () => ({}),
  ),
});

const notifications = createRoute({
  getParentRoute: () => shell,
  path: "/notifications",
  validateSearch: texts("cursor", "view"),
  component: lazyPage(
    () => import("@/features/notifications/notifications-page"),
    () => ({}),
  ),
});

const glossary = createRoute({
  getParentRoute: () => shell,
  path: "/glossary",
  component: lazyPage(
    () => import("@/features/glossary/glossary-page"),
    () => ({}),
  ),
});

const projects = createRoute({
  getParentRoute: () => shell,
  path: "/projects",
  component: lazyPage(
    () => import("@/features/projects/projects-page"),
    () => ({}),
  ),
});

const newProject = createRoute({
  getParentRoute: () => shell,
  path: "/projects/new",
  component: lazyPage(
    () => import("@/features/projects/new-project-page"),
    () => ({}),
  ),
});

const sample = createRoute({
  getParentRoute: () => shell,
  path: "/samples/$sampleId",
  validateSearch: texts("from"),
  component: lazyPage(
    () => import("@/features/samples/sample-page"),
    () => ({ sampleId: numberParam("sampleId") }),
  ),
});

const routeTree = root.addChildren([
  login,
  forgotten,
  newPassword,
  confirmAddress,
  invite,
  workbench,
  hit,
  fullSize,
  entered,
  shell.addChildren([
    landing,
    home,
    myWork,
    history,
    historyDetail,
    hitFeedback,
    qualify,
    say,
    inbox,
    notifications,
    glossary,
    projects,
    newProject,
    projectRoutes,
    sample,
    ...accountRoutes,
    ...adminRoutes,
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
