import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ModelVersion } from "@/api/models";
import type { Column } from "@/components/data-table";
import { formatMetric, MAIN_METRICS, useMetricName } from "@/components/metric-name";
import { Time } from "@/components/time";
import { VersionBadge } from "@/components/version-badge";
import { formatNumber } from "@/lib/format";

/** A version in a row; figures that none of them has take no room. */
export function useVersionColumns(versions: ModelVersion[]): Column<ModelVersion>[] {
  const { t } = useTranslation("models");
  const metricName = useMetricName();
  const measured = MAIN_METRICS.filter((name) => versions.some(({ metrics }) => typeof metrics[name] === "number"));
  return [
    {
      key: "version",
      header: t("versions.version"),
      render: (version) => <VersionBadge version={version} withState />,
    },
    {
      key: "source",
      header: t("versions.source"),
      render: ({ source, base, created_at: at }) => (
        <div>
          {t(`source.${source}`)}
          <Text size="xs" c="dimmed">
            {base && `${t("versions.from", { base: base.label })} · `}
            <Time at={at} />
          </Text>
        </div>
      ),
    },
    {
      key: "data",
      header: t("versions.data"),
      render: ({ snapshot }) =>
        snapshot ? (
          <div>
            {t("versions.samples", { count: snapshot.samples })}
            <Text size="xs" c="dimmed">
              {t("versions.held_out", { count: snapshot.held_out })}
            </Text>
          </div>
        ) : (
          formatNumber(null)
        ),
    },
    ...measured.map((name) => ({
      key: name,
      header: metricName(name),
      end: true,
      render: ({ metrics }: ModelVersion) => formatMetric(metrics[name]),
    })),
    { key: "seeds", header: t("versions.seeds"), end: true, render: ({ seeds }) => formatNumber(seeds) },
  ];
}
