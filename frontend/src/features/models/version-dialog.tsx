import { Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Connection, ModelVersion } from "@/api/models";
import { Dialog } from "@/components/dialog";
import { formatMetric, useMetricName } from "@/components/metric-name";
import { VersionBadge } from "@/components/version-badge";
import { formatDateTime } from "@/lib/format";
import { fieldsOf } from "@/lib/json-schema";
import { backendsQuery } from "@/lib/queries/models";
import { SettingsFacts } from "./connection-facts";
import classes from "./models.module.css";

interface VersionDialogProps {
  projectId: number;
  connection: Connection;
  version: ModelVersion;
  onClose: () => void;
}

/** All that is known of a version, so that what it said can be said again. */
export function VersionDialog({ projectId, connection, version, onClose }: VersionDialogProps) {
  const { t } = useTranslation("models");
  const metricName = useMetricName();
  const backend = useQuery(backendsQuery(projectId)).data?.find(({ name }) => name === connection.backend);
  const metrics = Object.entries(version.metrics).filter(([, value]) => value === null || typeof value === "number");
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t("versions.details_title", { name: connection.name, label: version.label })}
    >
      <Stack>
        <VersionBadge version={version} withState />
        <Facts version={version} />
        <div>
          <Title order={3} size="h4">
            {t("versions.metrics")}
          </Title>
          {metrics.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("versions.no_metrics")}
            </Text>
          ) : (
            <dl className={classes.facts}>
              {metrics.map(([name, value]) => (
                <Fragment key={name}>
                  <dt>{metricName(name)}</dt>
                  <dd>{formatMetric(value)}</dd>
                </Fragment>
              ))}
            </dl>
          )}
        </div>
        {Object.keys(version.settings).length > 0 && (
          <div>
            <Title order={3} size="h4">
              {t("versions.settings")}
            </Title>
            <SettingsFacts settings={version.settings} fields={fieldsOf(backend?.settings_schema)} />
          </div>
        )}
      </Stack>
    </Dialog>
  );
}

function Facts({ version }: { version: ModelVersion }) {
  const { t } = useTranslation("models");
  const { base, snapshot } = version;
  const rows: [string, ReactNode][] = [
    [
      t("versions.source"),
      `${t(`source.${version.source}`)}${base ? `, ${t("versions.from", { base: base.label })}` : ""}`,
    ],
    [t("versions.created"), formatDateTime(version.created_at)],
    [t("versions.promoted"), version.promoted_at && formatDateTime(version.promoted_at)],
    [t("versions.retired"), version.retired_at && formatDateTime(version.retired_at)],
    [
      t("versions.data"),
      snapshot &&
        `${t("versions.samples", { count: snapshot.samples })}, ${t("versions.held_out", { count: snapshot.held_out })}`,
    ],
    [t("versions.digest"), snapshot?.digest],
    [t("versions.code"), version.code_version],
    [t("versions.notes"), version.notes],
  ];
  return (
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
  );
}
