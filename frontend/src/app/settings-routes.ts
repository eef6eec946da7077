import { createRoute } from "@tanstack/react-router";
import { inProject, project } from "./frames";
import { lazyPage, numberParam } from "./lazy-page";
import { texts } from "./search-params";

/** The settings of a project, and who is told what happens in it. */

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => project,
    path: "/settings",
    component: lazyPage(() => import("@/features/projects/settings-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/settings/webhooks",
    component: lazyPage(() => import("@/features/webhooks/webhooks-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/settings/webhooks/$webhookId",
    validateSearch: texts("state", "cursor"),
    component: lazyPage(
      () => import("@/features/webhooks/webhook-page"),
      () => ({ ...inProject(), webhookId: numberParam("webhookId") }),
    ),
  }),
] as const;
