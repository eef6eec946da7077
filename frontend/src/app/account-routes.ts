import { createRoute, redirect } from "@tanstack/react-router";
import { signInProblems } from "@/lib/queries/sign-in";
import { shell } from "./frames";
import { lazyPage } from "./lazy-page";
import { oneOf } from "./search-params";

/** The pages of somebody's account. */

const asked = oneOf("problem", signInProblems);

const profile = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  // All of it was one page once: what links name of it has an address of its own now.
  beforeLoad: ({ location }) => {
    const search = asked(location.search);
    if (search.problem !== undefined || location.hash === "second-factor") {
      throw redirect({ to: "/account/security", search, hash: location.hash, replace: true });
    }
  },
  component: lazyPage(
    () => import("@/features/account/profile-page"),
    () => ({}),
  ),
});

const security = createRoute({
  getParentRoute: () => shell,
  path: "/account/security",
  validateSearch: asked,
  component: lazyPage(
    () => import("@/features/account/security-page"),
    () => ({}),
  ),
});

const notifications = createRoute({
  getParentRoute: () => shell,
  path: "/account/notifications",
  component: lazyPage(
    () => import("@/features/account/told-page"),
    () => ({}),
  ),
});

const tokens = createRoute({
  getParentRoute: () => shell,
  path: "/account/tokens",
  component: lazyPage(
    () => import("@/features/account/tokens-page"),
    () => ({}),
  ),
});

const privacy = createRoute({
  getParentRoute: () => shell,
  path: "/account/privacy",
  component: lazyPage(
    () => import("@/features/account/own-privacy-page"),
    () => ({}),
  ),
});

export const accountRoutes = [profile, security, notifications, tokens, privacy] as const;
