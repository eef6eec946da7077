import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ComparedMetric, ComparedResults } from "@/api/studies";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber, formatPercent } from "@/lib/format";
import { levelNames } from "./levels";

/** The table as papers print it: five percentages that sum to 100, by metric. */
export function PercentTable({ results }: { results: ComparedResults }) {
  const { t } = useTranslation("studies");
  const levels = levelNames(t, results.sources);
  const columns: Column<ComparedMetric>[] = [
    {
      key: "metric",
      header: t("list.metric"),
      label: "",
      render: ({ title }) => (
        <Text size="sm" fw={600}>
          {title}
        </Text>
      ),
    },
    ...levels.map((level, at): Column<ComparedMetric> => ({
      key: `level ${String(at)}`,
      header: <span style={{ whiteSpace: "normal" }}>{level}</span>,
      label: level,
      end: true,
      render: ({ percent }) => formatPercent(percent ? (percent[at] ?? 0) / 100 : null),
    })),
    { key: "n", header: t("list.n"), label: t("list.n"), end: true, render: ({ n }) => formatNumber(n) },
  ];
  return <DataTable name={t("shares.table")} columns={columns} rows={results.metrics} rowKey={({ key }) => key} />;
}
