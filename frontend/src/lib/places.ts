import type { LinkProps } from "@tanstack/react-router";
import type { PagesInUse } from "@/api/types";

/**
 * Where everything of a project is: seven places, each with its pages. The bars, the command field and
 * the refusals of `project-layout` read this one table; addresses are those of `app/*-routes.ts`.
 */

export type ProjectAddress = Extract<LinkProps["to"], "/projects/$projectId" | `/projects/$projectId/${string}`>;
export type Role = "lead" | "reviewer" | "annotator";
export type OptionalPage = PagesInUse["pages"][number];

interface DeclaredPage {
  key: string;
  to: ProjectAddress;
  roles: readonly Role[];
  /** Addresses beside its own that belong to it: as what a page leads to. */
  also?: readonly string[];
  /** Shown once a project has something on it; until then it is found under "More". */
  optional?: OptionalPage;
}

const LEADS = ["lead"] as const;
const READERS = ["lead", "reviewer"] as const;
const ALL = ["lead", "reviewer", "annotator"] as const;

export const places = [
  {
    key: "home",
    pages: [
      { key: "overview", to: "/projects/$projectId", roles: READERS, also: ["/stages"] },
      { key: "rounds", to: "/projects/$projectId/rounds", roles: READERS, optional: "rounds" },
      { key: "stopping", to: "/projects/$projectId/stopping", roles: READERS, optional: "stopping" },
      { key: "report", to: "/projects/$projectId/report", roles: READERS },
    ],
  },
  {
    key: "data",
    pages: [
      { key: "samples", to: "/projects/$projectId/samples", roles: READERS },
      { key: "import", to: "/projects/$projectId/import", roles: LEADS },
      { key: "releases", to: "/projects/$projectId/releases", roles: READERS },
      { key: "export", to: "/projects/$projectId/export", roles: READERS },
    ],
  },
  {
    key: "review",
    pages: [
      { key: "answers", to: "/projects/$projectId/review", roles: READERS },
      { key: "skips", to: "/projects/$projectId/review/skips", roles: READERS },
      { key: "checks", to: "/projects/$projectId/quality", roles: READERS },
      { key: "agreement", to: "/projects/$projectId/quality/agreement", roles: READERS },
      { key: "gold", to: "/projects/$projectId/quality/gold", roles: READERS, optional: "gold" },
      { key: "batches", to: "/projects/$projectId/quality/batches", roles: READERS, optional: "batches" },
      { key: "spelling", to: "/projects/$projectId/quality/spelling", roles: READERS, optional: "spelling" },
    ],
  },
  {
    key: "people",
    pages: [
      { key: "members", to: "/projects/$projectId/people", roles: READERS },
      { key: "annotators", to: "/projects/$projectId/annotators", roles: READERS },
      {
        key: "qualification",
        to: "/projects/$projectId/quality/qualification",
        roles: READERS,
        optional: "qualification",
      },
      { key: "crowd", to: "/projects/$projectId/crowd", roles: LEADS, optional: "crowd" },
      { key: "payments", to: "/projects/$projectId/crowd/payments", roles: LEADS, optional: "payments" },
    ],
  },
  {
    key: "models",
    pages: [
      { key: "connections", to: "/projects/$projectId/models", roles: READERS },
      { key: "seeding", to: "/projects/$projectId/seeding", roles: READERS },
      { key: "costs", to: "/projects/$projectId/models/costs", roles: READERS },
      { key: "seed_quality", to: "/projects/$projectId/learning/seeds", roles: READERS, optional: "seed_quality" },
      { key: "learning", to: "/projects/$projectId/learning", roles: READERS, optional: "learning" },
      { key: "order", to: "/projects/$projectId/learning/order", roles: READERS, optional: "order" },
    ],
  },
  {
    key: "studies",
    pages: [
      { key: "studies", to: "/projects/$projectId/studies", roles: READERS, optional: "studies" },
      { key: "texts", to: "/projects/$projectId/texts", roles: READERS, optional: "texts" },
      { key: "files", to: "/projects/$projectId/studies/files", roles: READERS, optional: "files" },
      { key: "enrichments", to: "/projects/$projectId/studies/enrichments", roles: READERS, optional: "enrichments" },
      { key: "reasoning", to: "/projects/$projectId/studies/reasoning", roles: READERS, optional: "reasoning" },
      {
        key: "second_reader",
        to: "/projects/$projectId/studies/second-reader",
        roles: READERS,
        optional: "second_reader",
      },
      // Both are about sensitive answers, or about what is said of people.
      { key: "groups", to: "/projects/$projectId/studies/groups", roles: LEADS, optional: "groups" },
      { key: "harms", to: "/projects/$projectId/studies/harms", roles: LEADS, optional: "harms" },
    ],
  },
  {
    key: "settings",
    pages: [
      { key: "general", to: "/projects/$projectId/settings", roles: LEADS },
      { key: "guidelines", to: "/projects/$projectId/guidelines", roles: ALL },
      { key: "webhooks", to: "/projects/$projectId/settings/webhooks", roles: LEADS, optional: "webhooks" },
      { key: "audit", to: "/projects/$projectId/audit", roles: LEADS },
    ],
  },
] as const satisfies readonly { key: string; pages: readonly DeclaredPage[] }[];

export type PlaceKey = (typeof places)[number]["key"];
export type PageKey = (typeof places)[number]["pages"][number]["key"];
/** A page of the table, with its keys known to the catalogue. */
export type ProjectPage = DeclaredPage & { key: PageKey };

export interface Place {
  key: PlaceKey;
  pages: readonly ProjectPage[];
}

/** The places somebody in this role has pages in, with those pages. */
export function placesFor(role: Role): Place[] {
  return places
    .map(({ key, pages }): Place => ({ key, pages: pages.filter((page: ProjectPage) => page.roles.includes(role)) }))
    .filter(({ pages }) => pages.length > 0);
}

const ROOT = "/projects/$projectId";

/** The addresses of a page below the project's. */
const addresses = (page: ProjectPage) => [page.to.slice(ROOT.length), ...(page.also ?? [])];

const covers = (address: string, rest: string) =>
  address === "" ? rest === "" : rest === address || rest.startsWith(`${address}/`);

/** The page that an address of a project belongs to: of all that cover it, the one named most exactly. */
export function pageAt(path: string, projectId: string): ProjectPage | undefined {
  const rest = path.replace(/\/$/, "").slice(ROOT.replace("$projectId", projectId).length);
  let found: ProjectPage | undefined;
  let length = -1;
  for (const page of places.flatMap((place): readonly ProjectPage[] => place.pages)) {
    for (const address of addresses(page)) {
      if (!covers(address, rest) || address.length <= length) continue;
      found = page;
      length = address.length;
    }
  }
  return found;
}

/** The pages of a place to be shown, and those that wait under "More" until they are wanted. */
export function shownPages(pages: readonly ProjectPage[], inUse: readonly OptionalPage[], current?: PageKey) {
  const isShown = (page: ProjectPage) => !page.optional || inUse.includes(page.optional) || page.key === current;
  return { shown: pages.filter(isShown), more: pages.filter((page) => !isShown(page)) };
}

/** The pages of somebody's account, as their bar and the command field list them. */
export const accountPages = [
  { key: "profile", to: "/account" },
  { key: "security", to: "/account/security" },
  { key: "notifications", to: "/account/notifications" },
  { key: "tokens", to: "/account/tokens" },
  { key: "privacy", to: "/account/privacy" },
] as const;
