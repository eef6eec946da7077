import { Box, SimpleGrid, Stack, Title } from "@mantine/core";
import { IconClipboardCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Work } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { GuidelinesPanel } from "@/components/guidelines-panel";
import { LinkButton } from "@/components/link-button";
import { LoadingCards } from "@/components/loading";
import { OwnInvitations } from "@/components/own-invitations";
import { PageHeader } from "@/components/page-header";
import { QueryView } from "@/components/query-view";
import { mayCreateProjects } from "@/lib/queries/projects";
import { ownInvitationsQuery } from "@/lib/queries/own-invitations";
import { useUser } from "@/lib/queries/session";
import { workQuery } from "@/lib/queries/work";
import { GroupsToSay } from "./groups-to-say";
import { HeldCard } from "./held-card";
import { HeldHitCard } from "./held-hit-card";
import { ProjectCard } from "./project-card";
import { Unsent } from "./unsent";

export function MyWorkPage() {
  const { t } = useTranslation("work");
  const query = useQuery(workQuery);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <OwnInvitations />
      <Unsent />
      <QueryView query={query} loading={<LoadingCards />}>
        {(work) => <WorkLists work={work} />}
      </QueryView>
    </>
  );
}

function WorkLists({ work }: { work: Work }) {
  const { t } = useTranslation("work");
  const user = useUser();
  const [guidelinesOf, setGuidelinesOf] = useState<number | null>(null);
  const [lastShown, setLastShown] = useState(0);
  const show = (projectId: number) => {
    setLastShown(projectId);
    setGuidelinesOf(projectId);
  };
  const asked = useQuery(ownInvitationsQuery);
  const { hits } = work;
  const hasHeld = work.held.length > 0 || hits.length > 0;
  if (!hasHeld && work.projects.length === 0) {
    // Who is invited has something to answer above: nobody need be asked for a link.
    if (asked.isPending || asked.data?.length) return null;
    return (
      <EmptyState
        icon={<IconClipboardCheck size={36} />}
        title={t("none_title")}
        action={mayCreateProjects(user) && <LinkButton to="/projects/new">{t("none_action")}</LinkButton>}
      >
        {mayCreateProjects(user) ? t("none_text_lead") : t("none_text")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="xl">
      {hasHeld && (
        <Box component="section" aria-labelledby="held-title">
          <Title order={2} id="held-title" mb="sm">
            {t("held.title")}
          </Title>
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            {hits.map((held) => (
              <HeldHitCard key={`hit ${String(held.hit_id)}`} held={held} />
            ))}
            {work.held.map((held) => (
              <HeldCard key={held.assignment_id} held={held} />
            ))}
          </SimpleGrid>
        </Box>
      )}
      {work.projects.length > 0 && (
        <Box component="section" aria-labelledby="projects-title">
          <Title order={2} id="projects-title" mb="sm">
            {t("project.title")}
          </Title>
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            {work.projects.map((project) => (
              <ProjectCard
                key={project.id}
                project={project}
                heldStages={heldStagesOf(work, project.id)}
                onGuidelines={() => show(project.id)}
              />
            ))}
          </SimpleGrid>
        </Box>
      )}
      <GroupsToSay />
      <GuidelinesPanel
        projectId={guidelinesOf ?? lastShown}
        opened={guidelinesOf !== null}
        onClose={() => setGuidelinesOf(null)}
      />
    </Stack>
  );
}

/** In these stages the next task is the one already held. */
function heldStagesOf(work: Work, projectId: number): string[] {
  return [...work.held, ...work.hits.filter(({ purpose }) => purpose === "work")]
    .filter((held) => held.project.id === projectId)
    .map((held) => held.stage.key);
}
