import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AnnotatorDetail } from "@/api/dashboards";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { flagTitle } from "@/lib/server-messages";

type Row = AnnotatorDetail["flags_by_code"][number];

interface FlagCountsProps {
  projectId: number;
  userId: number;
  rows: Row[];
}

/** What quality control found in somebody's answers; each kind leads to the answers themselves. */
export function FlagCounts({ projectId, userId, rows }: FlagCountsProps) {
  const { t } = useTranslation("dashboards");
  const columns: Column<Row>[] = [
    {
      key: "flag",
      header: t("annotator.flag"),
      label: "",
      render: (row) => (
        <TextLink
          fz="inherit"
          to="/projects/$projectId/review"
          params={{ projectId: String(projectId) }}
          search={{ annotator: String(userId), code: row.code, state: "all" }}
        >
          {flagTitle(row)}
        </TextLink>
      ),
    },
    { key: "open", header: t("annotator.flags_open"), end: true, render: (row) => formatNumber(row.open) },
    { key: "total", header: t("annotator.flags_all"), end: true, render: (row) => formatNumber(row.total) },
  ];
  return (
    <Section title={t("annotator.flags")} term="flag">
      {rows.length === 0 ? (
        <Text c="dimmed">{t("annotator.no_flags")}</Text>
      ) : (
        <DataTable name={t("annotator.flags")} columns={columns} rows={rows} rowKey={(row) => row.code} />
      )}
    </Section>
  );
}
