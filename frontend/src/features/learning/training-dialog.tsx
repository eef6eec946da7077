import { Alert, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Training } from "@/api/learning";
import { Dialog } from "@/components/dialog";
import { formatMetric, useMetricName } from "@/components/metric-name";
import { QueryView } from "@/components/query-view";
import { VersionBadge } from "@/components/version-badge";
import { formatDateTime, formatNumber } from "@/lib/format";
import { fieldsOf } from "@/lib/json-schema";
import { backendsQuery, connectionsQuery, versionsQuery } from "@/lib/queries/models";
import { messageOf } from "@/lib/server-messages";
import { isRunning, trainingQuery } from "./api/learning";
import { Curve } from "./curve";
import classes from "./learning.module.css";
import { TrainingStateBadge } from "./training-state";

interface TrainingDialogProps {
  projectId: number;
  trainingId: number;
  onClose: () => void;
}

/** One training: what it learned from, how, and what came of it. */
export function TrainingDialog({ projectId, trainingId, onClose }: TrainingDialogProps) {
  const { t } = useTranslation("learning");
  const query = useQuery(trainingQuery(projectId, trainingId));
  return (
    <Dialog opened onClose={onClose} size="xl" title={t("training.title", { id: trainingId })}>
      <QueryView query={query}>{(run) => <Told projectId={projectId} run={run} />}</QueryView>
    </Dialog>
  );
}

function Told({ projectId, run }: { projectId: number; run: Training }) {
  const { t } = useTranslation("learning");
  const settingName = useSettingName(projectId, run.connection.id);
  const rows: [string, ReactNode][] = [
    [t("trainings.state"), <TrainingStateBadge key="state" state={run.state} />],
    [t("trainings.model"), run.connection.name],
    [t("training.base"), <VersionBadge key="base" version={run.base} />],
    [t("training.version"), run.version && <VersionBadge version={run.version} withState />],
    [t("training.started"), run.started_at && formatDateTime(run.started_at)],
    [t("training.finished"), run.finished_at && formatDateTime(run.finished_at)],
    [
      t("training.data"),
      run.snapshot && t("training.data_text", { samples: run.snapshot.samples, held_out: run.snapshot.held_out }),
    ],
    [t("training.digest"), run.snapshot?.digest],
    ...Object.entries(run.settings).map(([name, value]): [string, ReactNode] => [settingName(name), shown(value)]),
  ];
  return (
    <Stack>
      {run.problem && (
        <Alert color="red" title={t("training.problem")}>
          {messageOf(run.problem)}
        </Alert>
      )}
      <Curve projectId={projectId} trainingId={run.id} running={isRunning(run)} />
      <dl className={classes.facts}>
        {rows
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
      {run.version && <Metrics projectId={projectId} run={run} />}
    </Stack>
  );
}

/** What the trainer calls its settings; their own name where it is not known (any more). */
function useSettingName(projectId: number, connectionId: number): (name: string) => string {
  const connections = useQuery(connectionsQuery(projectId)).data ?? [];
  const backends = useQuery(backendsQuery(projectId)).data ?? [];
  const connection = connections.find(({ id }) => id === connectionId);
  const fields = fieldsOf(backends.find(({ name }) => name === connection?.backend)?.training_schema);
  return (name) => fields.find((field) => field.name === name)?.title ?? name.replaceAll("_", " ");
}

function shown(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? formatNumber(value) : String(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The figures of what came out, on samples that it was not trained on. */
function Metrics({ projectId, run }: { projectId: number; run: Training }) {
  const { t } = useTranslation("learning");
  const metricName = useMetricName();
  const versions = useQuery(versionsQuery(projectId, run.connection.id)).data ?? [];
  const metrics = versions.find(({ id }) => id === run.version?.id)?.metrics ?? {};
  const numbers = metrics.samples === 0 ? [] : Object.entries(metrics).filter(([, value]) => typeof value === "number");
  return (
    <div>
      <Title order={3} size="h4">
        {t("training.metrics")}
      </Title>
      {numbers.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(metrics.samples === 0 ? "training.none_held_out" : "training.no_metrics")}
        </Text>
      ) : (
        <dl className={classes.facts}>
          {numbers.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{metricName(name)}</dt>
              <dd>{formatMetric(value)}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </div>
  );
}
