import { Group, Title } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, Outlet, useMatches, useRouterState, type LinkProps } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Project, User } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { StateBadge } from "@/components/state-badge";
import { usePageTitle } from "@/lib/page-title";
import { mayLead, projectQuery } from "@/lib/queries/projects";
import { useUser } from "@/lib/queries/session";
import classes from "./project-layout.module.css";

const tabs = [
  { key: "overview", to: "/projects/$projectId", roles: ["lead", "reviewer"] },
  { key: "samples", to: "/projects/$projectId/samples", roles: ["lead", "reviewer"] },
  { key: "import", to: "/projects/$projectId/import", roles: ["lead"] },
  { key: "seeding", to: "/projects/$projectId/seeding", roles: ["lead", "reviewer"] },
  { key: "models", to: "/projects/$projectId/models", roles: ["lead", "reviewer"] },
  { key: "learning", to: "/projects/$projectId/learning", roles: ["lead", "reviewer"] },
  { key: "review", to: "/projects/$projectId/review", roles: ["lead", "reviewer"] },
  { key: "quality", to: "/projects/$projectId/quality", roles: ["lead", "reviewer"] },
  { key: "studies", to: "/projects/$projectId/studies", roles: ["lead", "reviewer"] },
  { key: "crowd", to: "/projects/$projectId/crowd", roles: ["lead"] },
  { key: "people", to: "/projects/$projectId/people", roles: ["lead", "reviewer"] },
  { key: "guidelines", to: "/projects/$projectId/guidelines", roles: ["lead", "reviewer", "annotator"] },
  { key: "export", to: "/projects/$projectId/export", roles: ["lead", "reviewer"] },
  { key: "releases", to: "/projects/$projectId/releases", roles: ["lead", "reviewer"] },
  { key: "audit", to: "/projects/$projectId/audit", roles: ["lead"] },
  { key: "settings", to: "/projects/$projectId/settings", roles: ["lead"] },
] as const satisfies readonly { key: string; to: LinkProps["to"]; roles: readonly string[] }[];

/** The tab one is on although one's role has no use for it: an address that was passed on. */
function closedTab(path: string, projectId: string, shown: readonly { key: string }[], inOverview: boolean) {
  const isOn = (address: string) =>
    path === address || (path.startsWith(`${address}/`) && address.split("/").length > 3);
  const current = inOverview ? tabs[0] : tabs.find((tab) => isOn(tab.to.replace("$projectId", projectId)));
  return current && !shown.some((tab) => tab.key === current.key) ? current : null;
}

function tabsFor(project: Project, user: User) {
  const role = mayLead(project, user) ? "lead" : (project.role ?? "annotator");
  return tabs.filter((tab) => (tab.roles as readonly string[]).includes(role));
}

export default function ProjectLayout({ projectId }: { projectId: number }) {
  const query = useQuery(projectQuery(projectId));
  if (isApiError(query.error) && query.error.status === 404) return <NoSuchProject />;
  return <QueryView query={query}>{(project) => <ProjectFrame key={project.id} project={project} />}</QueryView>;
}

function NoSuchProject() {
  const { t } = useTranslation("common");
  return (
    <EmptyState
      order={1}
      title={t("error.not_found_title")}
      action={<LinkButton to="/projects">{t("nav.projects")}</LinkButton>}
    >
      {t("error.not_found_text")}
    </EmptyState>
  );
}

/** On a narrow screen the bar scrolls; the tab one is on must be seen. */
function useCurrentTabInView(path: string) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (bar.current && current) {
      bar.current.scrollTo?.({ left: current.offsetLeft - bar.current.clientWidth / 2 + current.offsetWidth / 2 });
    }
  }, [path]);
  return bar;
}

function ProjectFrame({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  const { t: common } = useTranslation("common");
  const user = useUser();
  const shown = tabsFor(project, user);
  const params = { projectId: String(project.id) };
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, "") });
  const bar = useCurrentTabInView(path);
  // The pages of the overview have addresses beside those of other tabs.
  const inOverview = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === "/shell/projects/$projectId/overview"),
  });
  // Annotators have no overview; the project's address leads them to what they may read.
  const atRoot = path === `/projects/${params.projectId}`;
  if (atRoot && !shown.some((tab) => tab.key === "overview")) {
    return <Navigate to="/projects/$projectId/guidelines" params={params} replace />;
  }
  const closed = closedTab(path, params.projectId, shown, inOverview);
  return (
    <>
      <header>
        <TextLink to="/projects" size="sm">
          {t("title")}
        </TextLink>
        <Group gap="sm" mt={2} mb="sm">
          <Title order={1}>{project.name}</Title>
          {project.state !== "active" && <StateBadge state={project.state} />}
        </Group>
        {project.study && (
          <TextLink to="/projects/$projectId" params={{ projectId: String(project.study.project) }} size="sm" mb="sm">
            {t("study_of", { name: project.study.name, project: project.study.project_name })}
          </TextLink>
        )}
      </header>
      <nav ref={bar} aria-label={common("project_tabs")} className={classes.tabs}>
        {shown.map((tab) => (
          <Link
            key={tab.key}
            to={tab.to}
            params={params}
            className={classes.tab}
            activeOptions={{ exact: tab.key === "overview", includeSearch: false }}
            aria-current={tab.key === "overview" && inOverview ? "page" : undefined}
          >
            {t(`tabs.${tab.key}`)}
          </Link>
        ))}
      </nav>
      {closed ? <Closed tab={closed} /> : <Outlet />}
    </>
  );
}

/** Says who may open the page, rather than a form that will be refused. */
function Closed({ tab }: { tab: (typeof tabs)[number] }) {
  const { t } = useTranslation("projects");
  const forReviewers = (tab.roles as readonly string[]).includes("reviewer");
  usePageTitle(t(`tabs.${tab.key}`));
  return (
    <EmptyState icon={<IconLock size={36} />} title={t(forReviewers ? "closed.readers" : "closed.leads")}>
      {t("closed.text")}
    </EmptyState>
  );
}
