import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AnnotatorRow } from "@/api/types";
import { formatNumber, formatPercent, formatSeconds } from "@/lib/format";
import { personName } from "@/lib/people";
import { DataTable, type Column } from "./data-table";
import { TextLink } from "./link-button";
import { Time } from "./time";

interface AnnotatorFiguresProps {
  projectId: number;
  annotators: AnnotatorRow[];
}

/** The busiest people in a few figures; each name leads to what they did. */
export function AnnotatorFigures({ projectId, annotators }: AnnotatorFiguresProps) {
  const { t } = useTranslation("dashboards");
  if (annotators.length === 0) return <Text c="dimmed">{t("annotators.none")}</Text>;
  const columns: Column<AnnotatorRow>[] = [
    {
      key: "name",
      header: t("column.name"),
      label: "",
      render: (row) => (
        <TextLink
          fw={550}
          fz="inherit"
          to="/projects/$projectId/annotators/$userId"
          params={{ projectId: String(projectId), userId: String(row.user.id) }}
        >
          {personName(row.user)}
        </TextLink>
      ),
    },
    { key: "submissions", header: t("column.submissions"), end: true, render: (row) => formatNumber(row.submissions) },
    {
      key: "time",
      header: t("column.seconds_mean"),
      end: true,
      render: (row) => formatSeconds(row.active_seconds_mean),
    },
    {
      key: "share",
      header: t("column.edit_share_mean"),
      end: true,
      render: (row) => formatPercent(row.edit_share_mean),
    },
    { key: "skips", header: t("column.skips"), end: true, render: (row) => formatNumber(row.skips) },
    { key: "last", header: t("column.last"), render: (row) => <Time at={row.last_at} /> },
  ];
  return <DataTable name={t("annotators.title")} columns={columns} rows={annotators} rowKey={(row) => row.user.id} />;
}
