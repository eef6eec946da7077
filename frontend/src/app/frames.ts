import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { lazyPage, numberParam } from "./lazy-page";
import { NotFound } from "./page-faults";

/** The routes that only frame others. */

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

export const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: lazyPage(
    async () => ({ default: (await import("./shell")).Shell }),
    () => ({}),
  ),
});

export const inProject = () => ({ projectId: numberParam("projectId") });

export const project = createRoute({
  getParentRoute: () => shell,
  path: "/projects/$projectId",
  component: lazyPage(() => import("@/features/projects/project-layout"), inProject),
});
