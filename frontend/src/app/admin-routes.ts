import { createRoute } from "@tanstack/react-router";
import { shell } from "./frames";
import { lazyPage, numberParam } from "./lazy-page";
import { ids, oneOf, texts } from "./search-params";

const users = createRoute({
  getParentRoute: () => shell,
  path: "/admin/users",
  validateSearch: (search) => ({
    ...texts("cursor", "q")(search),
    ...oneOf("rights", ["admin", "maker"])(search),
    ...oneOf("state", ["open", "blocked", "closed"])(search),
  }),
  component: lazyPage(
    () => import("@/features/admin/users-page"),
    () => ({}),
  ),
});

const user = createRoute({
  getParentRoute: () => shell,
  path: "/admin/users/$userId",
  component: lazyPage(
    () => import("@/features/admin/user-page"),
    () => ({ userId: numberParam("userId") }),
  ),
});

const health = createRoute({
  getParentRoute: () => shell,
  path: "/admin/health",
  validateSearch: (search) => oneOf("span", ["day", "month"])(search),
  component: lazyPage(
    () => import("@/features/admin/health-page"),
    () => ({}),
  ),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: "/admin/audit",
  validateSearch: (search) => ({
    ...texts("cursor", "q", "actor", "verb", "target", "since", "until")(search),
    ...ids("project")(search),
  }),
  component: lazyPage(
    () => import("@/features/audit/installation-audit-page"),
    () => ({}),
  ),
});

const storage = createRoute({
  getParentRoute: () => shell,
  path: "/admin/storage",
  validateSearch: texts("cursor", "order"),
  component: lazyPage(
    () => import("@/features/admin/storage-page"),
    () => ({}),
  ),
});

const privacy = createRoute({
  getParentRoute: () => shell,
  path: "/admin/privacy",
  validateSearch: texts("cursor"),
  component: lazyPage(
    () => import("@/features/admin/privacy-page"),
    () => ({}),
  ),
});

const connections = createRoute({
  getParentRoute: () => shell,
  path: "/admin/connections",
  component: lazyPage(
    () => import("@/features/models/shared-page"),
    () => ({}),
  ),
});

const signIn = createRoute({
  getParentRoute: () => shell,
  path: "/admin/sign-in",
  component: lazyPage(
    () => import("@/features/sign-in/providers-page"),
    () => ({}),
  ),
});

/** The administration: pages of the whole installation, for its administrators. */
export const adminRoutes = [users, user, signIn, connections, health, audit, storage, privacy];
