import { createRoute } from "@tanstack/react-router";
import { inProject, project } from "./frames";
import { lazyPage } from "./lazy-page";

/** How a project is doing: the pages under its first tab. Each has its own address beneath the project's. */

const overview = createRoute({
  getParentRoute: () => project,
  id: "overview",
  component: lazyPage(() => import("@/features/overview/overview-layout"), inProject),
});

const pages = [
  createRoute({
    getParentRoute: () => overview,
    path: "/",
    component: lazyPage(() => import("@/features/overview/overview-page"), inProject),
  }),
] as const;

export const overviewRoutes = overview.addChildren(pages);
