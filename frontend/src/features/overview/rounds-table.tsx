import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RoundRow } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber, formatSeconds } from "@/lib/format";
import { stageTitle } from "@/lib/server-messages";

interface RoundsTableProps {
  rounds: RoundRow[];
  /** Whether one text grows from another: else there is no round before to be like. */
  inRounds: boolean;
  stopsEarly: boolean;
}

/** Tokens, time and distance, round by round: what shows whether more rounds pay. */
export function RoundsTable({ rounds, inRounds, stopsEarly }: RoundsTableProps) {
  const { t } = useTranslation("overview");
  if (rounds.length === 0) return <Text c="dimmed">{t("rounds.none")}</Text>;
  const similarity: Column<RoundRow> = {
    key: "jaccard",
    header: t("rounds.jaccard"),
    term: "similarity",
    end: true,
    render: (row) => formatNumber(row.jaccard_mean, 2),
  };
  const stopped: Column<RoundRow> = {
    key: "early",
    header: t("rounds.stopped_early"),
    term: "early_stopping",
    end: true,
    render: (row) => formatNumber(row.stopped_early),
  };
  const columns: Column<RoundRow>[] = [
    {
      key: "stage",
      header: t("rounds.stage"),
      term: "stage",
      render: (row) => (
        <Text fz="inherit" style={{ whiteSpace: "nowrap" }}>
          {stageTitle(row)}
        </Text>
      ),
    },
    {
      key: "round",
      header: t(inRounds ? "rounds.round" : "rounds.replica"),
      term: inRounds ? "round" : "replica",
      end: true,
      render: (row) => formatNumber(row.index),
    },
    { key: "submissions", header: t("rounds.submissions"), end: true, render: (row) => formatNumber(row.submissions) },
    { key: "tokens", header: t("rounds.tokens"), end: true, render: (row) => formatNumber(row.tokens_mean, 1) },
    { key: "time", header: t("rounds.time"), end: true, render: (row) => formatSeconds(row.active_seconds_mean) },
    ...(inRounds ? [similarity] : []),
    {
      key: "edit",
      header: t("rounds.edit_distance"),
      end: true,
      render: (row) => formatNumber(row.edit_distance_mean, 1),
    },
    { key: "scratch", header: t("rounds.from_scratch"), end: true, render: (row) => formatNumber(row.from_scratch) },
    ...(stopsEarly ? [stopped] : []),
  ];
  return (
    <DataTable
      name={t(inRounds ? "rounds.title" : "rounds.title_parallel")}
      narrow="scroll"
      columns={columns}
      rows={rounds}
      rowKey={(row) => `${row.stage}-${String(row.index)}`}
    />
  );
}
