import { Badge, Card, Group, Progress, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconFolders, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Project } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { LinkButton } from "@/components/link-button";
import { LoadingCards } from "@/components/loading";
import { OwnInvitations } from "@/components/own-invitations";
import { PageHeader } from "@/components/page-header";
import { QueryView } from "@/components/query-view";
import { StateBadge } from "@/components/state-badge";
import { mayCreateProjects, projectsQuery } from "@/lib/queries/projects";
import { useUser } from "@/lib/queries/session";
import classes from "./projects-page.module.css";

export default function ProjectsPage() {
  const { t } = useTranslation("projects");
  const query = useQuery(projectsQuery);
  const user = useUser();
  const create = mayCreateProjects(user) && (
    <LinkButton to="/projects/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {t("create")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} actions={create} />
      <OwnInvitations />
      <QueryView query={query} loading={<LoadingCards />}>
        {(projects) =>
          projects.length === 0 ? (
            <EmptyState icon={<IconFolders size={36} />} title={t("none_title")}>
              {t("none_text")}
            </EmptyState>
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
              {projects.map((project) => (
                <ProjectCard key={project.id} project={project} />
              ))}
            </SimpleGrid>
          )
        }
      </QueryView>
    </>
  );
}

function ProjectCard({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  const { t: common } = useTranslation("common");
  const { samples, done, members } = project.counts;
  return (
    <Card withBorder component="article" className={classes.card}>
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h3">
            <Link to="/projects/$projectId" params={{ projectId: String(project.id) }} className={classes.link}>
              {project.name}
            </Link>
          </Title>
          {project.state !== "active" && <StateBadge state={project.state} />}
        </Group>
        {project.study && (
          <Text size="sm" c="dimmed">
            {t("study_of", { name: project.study.name, project: project.study.project_name })}
          </Text>
        )}
        {project.description && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {project.description}
          </Text>
        )}
        <Stack gap={6} mt="auto">
          <Progress value={samples ? (100 * done) / samples : 0} size="sm" aria-hidden />
          <Group justify="space-between" gap="xs">
            <Text size="sm">{samples ? t("progress", { done, samples }) : t("no_samples")}</Text>
            <Group gap="xs">
              <Text size="sm" c="dimmed">
                {t("members", { count: members })}
              </Text>
              {project.role && (
                <Badge color="gray" aria-label={t("you_are", { role: common(`role.${project.role}`) })}>
                  {common(`role.${project.role}`)}
                </Badge>
              )}
            </Group>
          </Group>
        </Stack>
      </Stack>
    </Card>
  );
}
