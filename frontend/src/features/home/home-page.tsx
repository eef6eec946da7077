import { Box, Group, Stack, Title } from "@mantine/core";
import { IconClipboardList, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { LinkButton } from "@/components/link-button";
import { OwnInvitations } from "@/components/own-invitations";
import { PageHeader } from "@/components/page-header";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { homeProjectsQuery, homeQuery } from "@/lib/queries/home";
import { mayCreateProjects } from "@/lib/queries/projects";
import { useUser } from "@/lib/queries/session";
import { NeedsList } from "./needs-list";
import { ProjectRows } from "./project-rows";

/** Where who leads or reviews begins: what needs them, and how their projects are. */
export default function HomePage() {
  const { t } = useTranslation(["home", "projects"]);
  const user = useUser();
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <Group gap="sm">
            <LinkButton to="/work" variant="default" leftSection={<IconClipboardList size={18} aria-hidden />}>
              {t("to_work")}
            </LinkButton>
            {mayCreateProjects(user) && (
              <LinkButton to="/projects/new" leftSection={<IconPlus size={18} aria-hidden />}>
                {t("projects:create")}
              </LinkButton>
            )}
          </Group>
        }
      />
      <OwnInvitations />
      <Stack gap="xl">
        <Needs />
        <Projects />
      </Stack>
    </>
  );
}

function Needs() {
  const { t } = useTranslation("home");
  const query = useQuery(homeQuery);
  return (
    <Box component="section" aria-labelledby="needs-title">
      <Title order={2} id="needs-title" mb="sm">
        {t("needs.title")}
      </Title>
      <QueryView query={query}>{(home) => <NeedsList home={home} />}</QueryView>
    </Box>
  );
}

function Projects() {
  const { t } = useTranslation("home");
  const { cursor } = useSearch({ from: "/shell/home" });
  const navigate = useNavigate();
  const query = useQuery({ ...homeProjectsQuery(cursor), placeholderData: keepPreviousData });
  return (
    <Box component="section" aria-labelledby="projects-title">
      <Title order={2} id="projects-title" mb="sm">
        {t("projects.title")}
      </Title>
      <QueryView query={query}>
        {(page) => (
          <>
            <ProjectRows projects={page.results} />
            <Pager page={page} onCursor={(next) => void navigate({ to: "/home", search: { cursor: next } })} />
          </>
        )}
      </QueryView>
    </Box>
  );
}
