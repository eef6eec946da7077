import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmShare } from "@/api/harms";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { formatNumber } from "@/lib/format";
import type { CaseFilters } from "../api/harms";
import { Share } from "./shown";

export interface ShareRow {
  key: string;
  label: string;
  hint?: string;
  all: HarmShare | null;
  /** The same without the cases that readers dismissed. */
  without: HarmShare | null | undefined;
  /** Which cases stand behind it. */
  cases?: CaseFilters;
}

interface ShareTableProps {
  name: string;
  projectId: number;
  runId: number;
  rows: ShareRow[];
  /** Whether anybody dismissed a case. */
  hasDismissed: boolean;
}

/** Shares with all cases, beside them without the dismissed ones, and the way to the cases. */
export function ShareTable({ name, projectId, runId, rows, hasDismissed }: ShareTableProps) {
  const { t } = useTranslation("harms");
  const columns: Column<ShareRow>[] = [
    {
      key: "label",
      header: t("figure.figure"),
      label: "",
      render: ({ label, hint }) => (
        <div style={{ minWidth: 150 }}>
          <Text fz="inherit" fw={550}>
            {label}
          </Text>
          {hint && (
            <Text size="xs" c="dimmed" maw="44ch">
              {hint}
            </Text>
          )}
        </div>
      ),
    },
    { key: "all", header: t("figure.all"), end: true, render: ({ all }) => <Share of={all} /> },
  ];
  if (hasDismissed) {
    columns.push({
      key: "without",
      header: t("figure.without"),
      end: true,
      render: ({ without }) => <Share of={without} />,
    });
  }
  if (!rows.some(({ cases }) => cases)) {
    return <DataTable name={name} columns={columns} rows={rows} rowKey={({ key }) => key} narrow="scroll" />;
  }
  columns.push({
    key: "cases",
    header: t("list.cases"),
    end: true,
    render: ({ all, cases, label }) =>
      cases && all !== null && all.count > 0 ? (
        <TextLink
          to="/projects/$projectId/studies/harms/$runId/cases"
          params={{ projectId: String(projectId), runId: String(runId) }}
          search={cases}
          fz="sm"
          aria-label={t("figure.read_of", { label, count: all.count, images: formatNumber(all.count) })}
        >
          {t("figure.read", { count: all.count, images: formatNumber(all.count) })}
        </TextLink>
      ) : null,
  });
  return <DataTable name={name} columns={columns} rows={rows} rowKey={({ key }) => key} narrow="scroll" />;
}
