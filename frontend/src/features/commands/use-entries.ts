import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { glossary } from "@/components/term/glossary";
import { personName } from "@/lib/people";
import { accountPages, placesFor, type Role } from "@/lib/places";
import { membersQuery } from "@/lib/queries/members";
import { mayCreateProjects, mayLead, projectQuery, projectsQuery } from "@/lib/queries/projects";
import { useUser } from "@/lib/queries/session";
import { useLeads } from "@/lib/queries/work";
import type { Destination, Entry, EntryGroup, Go } from "./entries";
import { useFoundEverywhere } from "./use-found";

/** Where somebody is: in a project, in one role, or in none. */
export interface Whereabouts {
  projectId: number | undefined;
}

/** Everything the field can lead to from here. Entries of a project are those of one's role in it. */
export function useEntries({ projectId }: Whereabouts, typed: string, close: () => void) {
  const navigate = useNavigate();
  const go: Go = (to) => () => {
    close();
    void navigate(to);
  };
  const role = useRole(projectId);
  const found = useFoundEverywhere(projectId, typed, go);
  const people = usePersonEntries(role && role !== "annotator" ? projectId : undefined, go);
  const groups: EntryGroup[] = [
    one("pages", usePageEntries(projectId, role, go)),
    one("settings", useSettingEntries(role === "lead" ? projectId : undefined, go)),
    one("acts", useActEntries(role === "lead" ? projectId : undefined, go)),
    ...found.samples,
    one("people", unique([...people, ...found.people])),
    one("projects", unique([...useProjectEntries(go), ...found.projects])),
    one("own", useOwnEntries(go)),
    one("words", useWordEntries(typed, go)),
  ];
  return { groups, isSearching: found.isSearching };
}

const one = (key: EntryGroup["key"], entries: readonly Entry[]): EntryGroup => ({ id: key, key, entries });

/** The first of those that lead to the same. */
const unique = (entries: readonly Entry[]) =>
  [...new Map(entries.toReversed().map((entry) => [entry.id, entry])).values()].toReversed();

function useRole(projectId: number | undefined): Role | undefined {
  const user = useUser();
  const project = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== undefined }).data;
  if (!project) return undefined;
  return mayLead(project, user) ? "lead" : (project.role ?? undefined);
}

function usePageEntries(projectId: number | undefined, role: Role | undefined, go: Go): Entry[] {
  const { t } = useTranslation("places");
  if (projectId === undefined || role === undefined) return [];
  const params = { projectId: String(projectId) };
  return placesFor(role).flatMap((place) =>
    place.pages.map((page) => ({
      id: `page ${page.key}`,
      label: t(`page.${page.key}`),
      about: t(`about.${page.key}`),
      words: t(`place.${place.key}`),
      go: go({ to: page.to, params }),
    })),
  );
}

/** The pages of the navigation, for which nobody need be in a project. */
function useOwnEntries(go: Go): Entry[] {
  const { t } = useTranslation("common");
  const leads = useLeads();
  const own = [
    ...(leads ? [{ key: "home", to: "/home" } as const] : []),
    { key: "work", to: "/work" },
    { key: "projects", to: "/projects" },
    { key: "history", to: "/history" },
    { key: "feedback", to: "/feedback" },
    { key: "account", to: "/account" },
    { key: "glossary", to: "/glossary" },
  ] as const;
  const { t: account } = useTranslation("account");
  return [
    ...own.map(({ key, to }) => ({ id: `own ${key}`, label: t(`nav.${key}`), go: go({ to }) })),
    ...accountPages.slice(1).map(({ key, to }) => ({
      id: `account ${key}`,
      label: account(`page.${key}`),
      about: account("title"),
      go: go({ to }),
    })),
  ];
}

/** The special words of the pages, once something is typed: there are too many to be offered unasked. */
function useWordEntries(typed: string, go: Go): Entry[] {
  const { t } = useTranslation("glossary");
  if (!typed.trim()) return [];
  return glossary
    .flatMap(({ terms }) => terms)
    .map((id) => ({
      id: `word ${id}`,
      label: t(`word.${id}`),
      about: t(`meaning.${id}`),
      go: go({ to: "/glossary", hash: id }),
    }));
}

const SETTINGS = ["basics", "state", "rules"] as const;

function useSettingEntries(projectId: number | undefined, go: Go): Entry[] {
  const { t } = useTranslation("commands");
  if (projectId === undefined) return [];
  const params = { projectId: String(projectId) };
  return SETTINGS.map((key) => ({
    id: `setting ${key}`,
    label: t(`setting.${key}`),
    words: t(`setting_words.${key}`),
    go: go({ to: "/projects/$projectId/settings", params, hash: key }),
  }));
}

function useActEntries(projectId: number | undefined, go: Go): Entry[] {
  const { t } = useTranslation("commands");
  const user = useUser();
  const act = (
    key: "new_project" | "new_study" | "new_release" | "new_report" | "invite" | "add_user",
    to: Destination,
  ) => ({
    id: `act ${key}`,
    label: t(`act.${key}`),
    words: t(`act_words.${key}`),
    go: go(to),
  });
  const params = { projectId: String(projectId ?? "") };
  const inProject =
    projectId === undefined
      ? []
      : [
          act("invite", { to: "/projects/$projectId/people", params }),
          act("new_study", { to: "/projects/$projectId/studies/new", params }),
          act("new_report", { to: "/projects/$projectId/texts/new", params }),
          act("new_release", { to: "/projects/$projectId/releases/new", params }),
        ];
  return [
    ...inProject,
    ...(mayCreateProjects(user) ? [act("new_project", { to: "/projects/new" })] : []),
    ...(user.is_admin ? [act("add_user", { to: "/admin/users" })] : []),
  ];
}

function useProjectEntries(go: Go): Entry[] {
  const projects = useQuery(projectsQuery).data ?? [];
  return projects.map((project) => ({
    id: `project ${String(project.id)}`,
    label: project.name,
    about: project.description,
    words: String(project.id),
    go: go({ to: "/projects/$projectId", params: { projectId: String(project.id) } }),
  }));
}

function usePersonEntries(projectId: number | undefined, go: Go): Entry[] {
  const { t } = useTranslation("common");
  const members = useQuery({ ...membersQuery(projectId ?? 0), enabled: projectId !== undefined }).data ?? [];
  return members.map(({ user, role }) => ({
    id: `person ${String(user.id)}`,
    label: personName(user),
    about: t(`role.${role}`),
    words: user.username,
    go: go({
      to: "/projects/$projectId/annotators/$userId",
      params: { projectId: String(projectId), userId: String(user.id) },
    }),
  }));
}
