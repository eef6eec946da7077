import { Alert, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { VersionBrief, VersionComparisonResult } from "@/api/models";
import { DataTable, type Column } from "@/components/data-table";
import { formatMetric, useMetricName } from "@/components/metric-name";
import { formatNumber } from "@/lib/format";

type Figure = VersionComparisonResult["figures"][number];

export interface Names {
  old: string;
  new: string;
}

/** Below so many samples an interval says little, whatever it is. */
export const FEW = 30;

/** "M1", or with its model where the other one is of another. */
export function namesOf(old: VersionBrief, next: VersionBrief): Names {
  const isAlone = old.connection.id === next.connection.id;
  const nameOf = ({ label, connection }: VersionBrief) => (isAlone ? label : `${connection.name} ${label}`);
  return { old: nameOf(old), new: nameOf(next) };
}

export function ComparedFigures({ result, names }: { result: VersionComparisonResult; names: Names }) {
  const { t } = useTranslation("models");
  const metricName = useMetricName();
  const columns: Column<Figure>[] = [
    {
      key: "metric",
      header: t("compare.figure"),
      label: "",
      render: ({ metric }) => <strong>{metricName(metric)}</strong>,
    },
    { key: "old", header: names.old, end: true, render: (row) => formatMetric(row.old) },
    { key: "new", header: names.new, end: true, render: (row) => formatMetric(row.new) },
    { key: "difference", header: t("compare.difference"), end: true, render: (row) => <Difference row={row} /> },
    { key: "verdict", header: t("compare.verdict"), render: (row) => t(`compare.${verdict(row)}`, { ...names }) },
  ];
  const { samples, held_out: all, failed_old: failedOld, failed_new: failedNew } = result;
  return (
    <Stack gap="sm">
      <Text size="sm">
        {all > samples
          ? t("compare.some_samples", { count: samples, all: formatNumber(all) })
          : t("compare.all_samples", { count: samples })}
      </Text>
      {samples < FEW && <Alert color="yellow">{t("compare.few")}</Alert>}
      {failedOld + failedNew > 0 && (
        <Alert color="yellow">{t("compare.failed", { ...names, failedOld, failedNew })}</Alert>
      )}
      <DataTable name={t("compare.figures")} columns={columns} rows={result.figures} rowKey={({ metric }) => metric} />
      <Text size="xs" c="dimmed">
        {t("compare.interval")}
      </Text>
    </Stack>
  );
}

const signed = (value: number) => `${value > 0 ? "+" : ""}${formatNumber(value, 3)}`;

function Difference({ row: { difference, low, high, n } }: { row: Figure }) {
  const { t } = useTranslation("models");
  if (difference === null) return <>–</>;
  return (
    <div>
      {signed(difference)}
      <Text size="xs" c="dimmed">
        {low !== null && high !== null
          ? t("compare.between", { low: signed(low), high: signed(high), count: n })
          : t("compare.of", { count: n })}
      </Text>
    </div>
  );
}

/** What the interval allows to say: nothing where it holds 0, or rests on few images. All figures are better when larger. */
export function verdict({ low, high, n }: Figure): "better" | "worse" | "open_question" | "too_few" {
  if (n < FEW) return "too_few";
  if (low !== null && low > 0) return "better";
  if (high !== null && high < 0) return "worse";
  return "open_question";
}
