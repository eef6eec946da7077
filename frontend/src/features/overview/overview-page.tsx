import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconPhotoPlus, IconUsersPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Overview } from "@/api/dashboards";
import { EmptyState } from "@/components/empty-state";
import { JobProgress, NoWorkerNotice } from "@/components/job-progress";
import { LinkButton } from "@/components/link-button";
import { ObjectShares } from "@/components/object-shares";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { isActive } from "@/lib/queries/jobs";
import { pagesInUseQuery, projectQuery, useMayLead, useProjectName } from "@/lib/queries/projects";
import { AnnotatorsSection } from "./annotators-section";
import { overviewQuery } from "./api/overview";
import { CategoriesSection } from "./categories-section";
import { ForecastSection } from "./forecast-section";
import { ProgressSection } from "./progress-section";
import { RoundsTable } from "./rounds-table";
import { SetupChecklist } from "./setup-checklist";
import { hasAnswers, setupSteps } from "./setup-steps";
import { ThroughputSection } from "./throughput-section";
import { TimeSection } from "./time-section";

export default function OverviewPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("overview");
  const query = useQuery(overviewQuery(projectId));
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <QueryView query={query}>
      {(overview) =>
        overview.progress.samples === 0 ? (
          <Stack>
            <Jobs projectId={projectId} overview={overview} />
            <Setup projectId={projectId} overview={overview} />
          </Stack>
        ) : (
          <Figures projectId={projectId} overview={overview} />
        )
      }
    </QueryView>
  );
}

interface PartProps {
  projectId: number;
  overview: Overview;
}

/** What is left to do before the first answers; for those who only read, that nothing is here yet. */
function Setup({ projectId, overview }: PartProps) {
  const { t } = useTranslation("overview");
  const recipe = useQuery(projectQuery(projectId)).data?.recipe;
  if (recipe) return <SetupChecklist projectId={projectId} steps={setupSteps(overview, recipe)} />;
  if (overview.progress.samples > 0) return null;
  return (
    <EmptyState icon={<IconPhotoPlus size={36} />} title={t("empty_title")}>
      {t("empty_text")}
    </EmptyState>
  );
}

function Figures({ projectId, overview }: PartProps) {
  return (
    <Stack>
      <Setup projectId={projectId} overview={overview} />
      <Blocked projectId={projectId} overview={overview} />
      <Jobs projectId={projectId} overview={overview} />
      <ProgressSection projectId={projectId} progress={overview.progress} />
      <CategoriesSection projectId={projectId} />
      {hasAnswers(overview) && <OfAnswers projectId={projectId} overview={overview} />}
    </Stack>
  );
}

/** What can be told once somebody has answered; before, each part would say that there is nothing. */
function OfAnswers({ projectId, overview }: PartProps) {
  return (
    <>
      <ForecastSection forecast={overview.forecast} />
      <ThroughputSection days={overview.days} />
      <TimeSection projectId={projectId} times={overview.time_per_task} />
      <Rounds projectId={projectId} overview={overview} />
      <ObjectShares objects={overview.objects} />
      <AnnotatorsSection projectId={projectId} />
    </>
  );
}

/** In the words of the recipe: independent answers neither grow from one another nor settle. */
function Rounds({ projectId, overview }: PartProps) {
  const { t } = useTranslation("overview");
  const pages = useQuery(pagesInUseQuery(projectId)).data?.pages ?? [];
  const inRounds = pages.includes("rounds");
  return (
    <Section
      title={t(inRounds ? "rounds.title" : "rounds.title_parallel")}
      description={t(inRounds ? "rounds.text" : "rounds.text_parallel")}
      actions={
        inRounds && (
          <LinkButton
            size="xs"
            variant="default"
            to="/projects/$projectId/rounds"
            params={{ projectId: String(projectId) }}
          >
            {t("rounds.charts")}
          </LinkButton>
        )
      }
    >
      <RoundsTable rounds={overview.rounds} inRounds={inRounds} stopsEarly={pages.includes("stopping")} />
    </Section>
  );
}

function Blocked({ projectId, overview }: PartProps) {
  const { t } = useTranslation("overview");
  const { samples_waiting_for_new_people: samples, annotators } = overview.blocked;
  const params = { projectId: String(projectId) };
  const mayAct = useMayLead(projectId);
  if (samples === 0) return null;
  return (
    <Alert color="yellow" icon={<IconUsersPlus size={18} aria-hidden />} title={t("blocked_title", { count: samples })}>
      <Text size="sm" maw="80ch">
        {t("blocked_text", { annotators })}
      </Text>
      {mayAct && (
        <Group gap="xs" mt="sm">
          <LinkButton size="xs" variant="default" to="/projects/$projectId/people" params={params}>
            {t("blocked_people")}
          </LinkButton>
          <LinkButton size="xs" variant="default" to="/projects/$projectId/settings" params={params}>
            {t("blocked_settings")}
          </LinkButton>
        </Group>
      )}
    </Alert>
  );
}

function Jobs({ projectId, overview }: PartProps) {
  const { t } = useTranslation("overview");
  const shown = overview.jobs.filter((job) => isActive(job) || job.state === "failed");
  const workerMissing = overview.worker.needed && !overview.worker.alive;
  if (shown.length === 0) return workerMissing ? <NoWorkerNotice /> : null;
  return (
    <Section title={t("jobs")}>
      <Stack>
        {workerMissing && <NoWorkerNotice />}
        {shown.map((job) => (
          // Said once, above all of them.
          <JobProgress
            key={job.id}
            projectId={projectId}
            isDismissible
            job={workerMissing ? { ...job, worker_alive: true, waiting: null } : job}
          />
        ))}
      </Stack>
    </Section>
  );
}
