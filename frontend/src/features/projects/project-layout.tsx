import { Group, Title } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Project, User } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { StateBadge } from "@/components/state-badge";
import { PlaceBars } from "@/components/places/place-bars";
import { usePageTitle } from "@/lib/page-title";
import { pageAt, placesFor, type ProjectPage, type Role } from "@/lib/places";
import { mayLead, projectQuery } from "@/lib/queries/projects";
import { useUser } from "@/lib/queries/session";

function roleIn(project: Project, user: User): Role {
  return mayLead(project, user) ? "lead" : (project.role ?? "annotator");
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

function ProjectFrame({ project }: { project: Project }) {
  const role = roleIn(project, useUser());
  const path = useRouterState({ select: (state) => state.location.pathname });
  const projectId = String(project.id);
  const current = pageAt(path, projectId);
  // Annotators have no overview; the project's address leads them to what they may read.
  if (role === "annotator" && current?.key === "overview") {
    return <Navigate to="/projects/$projectId/guidelines" params={{ projectId }} replace />;
  }
  // One's role has no use for it: an address that was passed on.
  const isClosed = current !== undefined && !current.roles.includes(role);
  return (
    <>
      <ProjectHeader project={project} />
      {role !== "annotator" && <PlaceBars projectId={project.id} places={placesFor(role)} current={current} />}
      {isClosed ? <Closed page={current} /> : <Outlet />}
    </>
  );
}

function ProjectHeader({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  return (
    <header>
      <TextLink to="/projects" size="sm">
        {t("title")}
      </TextLink>
      <Group gap="sm" mt={2} mb="xs">
        <Title order={1}>{project.name}</Title>
        {project.state !== "active" && <StateBadge state={project.state} />}
      </Group>
      {project.study && (
        <TextLink to="/projects/$projectId" params={{ projectId: String(project.study.project) }} size="sm" mb="sm">
          {t("study_of", { name: project.study.name, project: project.study.project_name })}
        </TextLink>
      )}
    </header>
  );
}

/** Says who may open the page, rather than a form that will be refused. */
function Closed({ page }: { page: ProjectPage }) {
  const { t } = useTranslation("projects");
  const { t: places } = useTranslation("places");
  usePageTitle(places(`page.${page.key}`));
  return (
    <EmptyState
      icon={<IconLock size={36} />}
      title={t(page.roles.includes("reviewer") ? "closed.readers" : "closed.leads")}
    >
      {t("closed.text")}
    </EmptyState>
  );
}
