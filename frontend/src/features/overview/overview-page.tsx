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
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { AnnotatorsSection } from "./annotators-section";
import { overviewQuery } from "./api/overview";
import { CategoriesSection } from "./categories-section";
import { ForecastSection } from "./forecast-section";
import { ProgressSection } from "./progress-section";
import { RoundsTable } from "./rounds-table";
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
            <NoImages projectId={projectId} />
          </Stack>
        ) : (
          <Figures projectId={projectId} overview={overview} />
        )
      }
    </QueryView>
  );
}

function NoImages({ projectId }: { projectId: number }) {
  const { t } = useTranslation("overview");
  const mayImport = useMayLead(projectId);
  return (
    <EmptyState
      icon={<IconPhotoPlus size={36} />}
      title={t("empty_title")}
      action={
        mayImport && (
          <LinkButton to="/projects/$projectId/import" params={{ projectId: String(projectId) }}>
            {t("empty_action")}
          </LinkButton>
        )
      }
    >
      {t("empty_text")}
    </EmptyState>
  );
}

interface PartProps {
  projectId: number;
  overview: Overview;
}

function Figures({ projectId, overview }: PartProps) {
  const { t } = useTranslation("overview");
  const params = { projectId: String(projectId) };
  return (
    <Stack>
      <Blocked projectId={projectId} overview={overview} />
      <Jobs projectId={projectId} overview={overview} />
      <ProgressSection projectId={projectId} progress={overview.progress} />
      <CategoriesSection projectId={projectId} />
      <ForecastSection forecast={overview.forecast} />
      <ThroughputSection days={overview.days} />
      <TimeSection projectId={projectId} times={overview.time_per_task} />
      <Section
        title={t("rounds.title")}
        description={t("rounds.text")}
        actions={
          <LinkButton size="xs" variant="default" to="/projects/$projectId/rounds" params={params}>
            {t("rounds.charts")}
          </LinkButton>
        }
      >
        <RoundsTable rounds={overview.rounds} />
      </Section>
      <ObjectShares objects={overview.objects} />
      <AnnotatorsSection projectId={projectId} />
    </Stack>
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
            job={workerMissing ? { ...job, worker_alive: true, waiting: null } : job}
          />
        ))}
      </Stack>
    </Section>
  );
}
