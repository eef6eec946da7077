import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AnnotatorRow } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { Time } from "@/components/time";
import { formatNumber, formatPercent, formatSeconds } from "@/lib/format";

export function AnnotatorsTable({ annotators }: { annotators: AnnotatorRow[] }) {
  const { t } = useTranslation("overview");
  if (annotators.length === 0) return <Text c="dimmed">{t("annotators.none")}</Text>;
  const columns: Column<AnnotatorRow>[] = [
    {
      key: "name",
      header: t("annotators.name"),
      label: "",
      render: (row) => (
        <Text fw={550} fz="inherit">
          {row.user.display_name || row.user.username}
        </Text>
      ),
    },
    { key: "submissions", header: t("annotators.submissions"), end: true, render: (row) => formatNumber(row.submissions) },
    { key: "time", header: t("annotators.time"), end: true, render: (row) => formatSeconds(row.active_seconds_mean) },
    { key: "share", header: t("annotators.edit_share"), end: true, render: (row) => formatPercent(row.edit_share_mean) },
    { key: "skips", header: t("annotators.skips"), end: true, render: (row) => formatNumber(row.skips) },
    { key: "last", header: t("annotators.last"), render: (row) => <Time at={row.last_at} /> },
  ];
  return (
    <DataTable name={t("annotators.title")} columns={columns} rows={annotators} rowKey={(row) => row.user.id} />
  );
}
