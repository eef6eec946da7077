import { Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { StageDashboard } from "@/api/dashboards";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { ObjectShares } from "@/components/object-shares";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { stageTitle } from "@/lib/server-messages";
import { stageQuery } from "./api/dashboards";
import { RoundCountsTable } from "./round-counts-table";

/** One stage: where its samples are, who works on it, and what waits longest. */
export default function StagePage({ projectId, stageKey }: { projectId: number; stageKey: string }) {
  const { t } = useTranslation("dashboards");
  const query = useQuery(stageQuery(projectId, stageKey));
  usePageTitle(query.data?.stage.title ?? t("stage.title"));
  const params = { projectId: String(projectId) };
  if (isApiError(query.error) && query.error.status === 404) {
    return (
      <EmptyState
        title={t("stage.unknown")}
        action={
          <LinkButton to="/projects/$projectId" params={params}>
            {t("stage.back")}
          </LinkButton>
        }
      />
    );
  }
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId" params={params}>
        {t("stage.back")}
      </TextLink>
      <QueryView query={query}>{(dashboard) => <Found projectId={projectId} dashboard={dashboard} />}</QueryView>
    </Stack>
  );
}

function Found({ projectId, dashboard }: { projectId: number; dashboard: StageDashboard }) {
  const { t } = useTranslation("dashboards");
  const inTurn = dashboard.stage.mode === "sequential";
  return (
    <>
      <Title order={2}>{stageTitle(dashboard.stage)}</Title>
      <Counts projectId={projectId} dashboard={dashboard} />
      <Section
        title={t(inTurn ? "rounds.by_round" : "rounds.by_answer")}
        actions={
          <LinkButton
            size="xs"
            variant="default"
            to="/projects/$projectId/rounds"
            params={{ projectId: String(projectId) }}
            search={{ stage: dashboard.stage.key }}
          >
            {t("stage.charts")}
          </LinkButton>
        }
      >
        {dashboard.rounds.length === 0 ? (
          <Text c="dimmed">{t("stage.nothing_yet")}</Text>
        ) : (
          <RoundCountsTable rounds={dashboard.rounds} inTurn={inTurn} />
        )}
      </Section>
      {dashboard.objects && <ObjectShares objects={dashboard.objects} />}
      <Oldest rows={dashboard.oldest} inTurn={inTurn} />
    </>
  );
}

function Counts({ projectId, dashboard }: { projectId: number; dashboard: StageDashboard }) {
  const { t } = useTranslation("dashboards");
  const { before, here, passed } = dashboard.samples;
  const params = { projectId: String(projectId) };
  return (
    <Section
      title={t("stage.where")}
      description={t(dashboard.stage.mode === "sequential" ? "stage.rounds" : "stage.answers", {
        count: dashboard.stage.rounds,
      })}
      actions={
        <LinkButton
          size="xs"
          variant="default"
          to="/projects/$projectId/samples"
          params={params}
          search={{ stage: dashboard.stage.key }}
        >
          {t("stage.samples")}
        </LinkButton>
      }
    >
      <Stack gap="md">
        <Stats>
          <Stat label={t("stage.before")} value={formatNumber(before)} />
          <Stat label={t("stage.here")} value={formatNumber(here)} />
          <Stat label={t("stage.passed")} value={formatNumber(passed)} />
        </Stats>
        <Stats>
          <Stat label={t("stage.tasks_open")} value={formatNumber(dashboard.tasks.open)} />
          <Stat label={t("stage.tasks_held")} value={formatNumber(dashboard.tasks.held)} />
          <Stat label={t("stage.tasks_done")} value={formatNumber(dashboard.tasks.done)} />
          <Stat
            label={t("stage.skips")}
            value={
              <TextLink fz="inherit" fw="inherit" to="/projects/$projectId/review/skips" params={params}>
                {formatNumber(dashboard.skips)}
              </TextLink>
            }
          />
          <Stat
            label={t("stage.flags")}
            value={
              <TextLink
                fz="inherit"
                fw="inherit"
                to="/projects/$projectId/review"
                params={params}
                search={{ stage: dashboard.stage.key }}
              >
                {formatNumber(dashboard.flags_open)}
              </TextLink>
            }
          />
        </Stats>
      </Stack>
    </Section>
  );
}

function Oldest({ rows, inTurn }: { rows: StageDashboard["oldest"]; inTurn: boolean }) {
  const { t } = useTranslation("dashboards");
  const columns: Column<StageDashboard["oldest"][number]>[] = [
    {
      key: "image",
      header: t("stage.image"),
      label: "",
      render: (row) => (
        <TextLink
          fz="inherit"
          to="/samples/$sampleId"
          params={{ sampleId: String(row.sample) }}
          style={{ overflowWrap: "anywhere" }}
        >
          {row.image}
        </TextLink>
      ),
    },
    {
      key: "round",
      header: t(inTurn ? "rounds.round" : "rounds.answer"),
      end: true,
      render: (row) => formatNumber(row.round),
    },
    { key: "since", header: t("stage.since"), render: (row) => <Time at={row.since} /> },
  ];
  return (
    <Section title={t("stage.oldest")} description={t("stage.oldest_text")}>
      {rows.length === 0 ? (
        <Text c="dimmed">{t("stage.none_waits")}</Text>
      ) : (
        <DataTable
          name={t("stage.oldest")}
          columns={columns}
          rows={rows}
          rowKey={(row) => `${String(row.sample)}-${String(row.round)}`}
        />
      )}
    </Section>
  );
}
