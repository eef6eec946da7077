import { createRoute } from "@tanstack/react-router";
import { inProject, project } from "./frames";
import { lazyPage, numberParam } from "./lazy-page";
import { texts } from "./search-params";

/** The settings of a project, and who is told what happens in it. */

const settings = createRoute({
  getParentRoute: () => project,
  path: "/settings",
  component: lazyPage(() => import("@/features/projects/settings-layout"), inProject),
});

const pages = [
  createRoute({
    getParentRoute: () => settings,
    path: "/",
    component: lazyPage(() => import("@/features/projects/settings-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/webhooks",
    component: lazyPage(() => import("@/features/webhooks/webhooks-page"), inProject),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/webhooks/$webhookId",
    validateSearch: texts("state", "cursor"),
    component: lazyPage(
      () => import("@/features/webhooks/webhook-page"),
      () => ({ ...inProject(), webhookId: numberParam("webhookId") }),
    ),
  }),
] as const;

export const settingsRoutes = settings.addChildren(pages);
