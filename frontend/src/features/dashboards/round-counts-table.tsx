import { useTranslation } from "react-i18next";
import type { RoundBrief } from "@/api/dashboards";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber, formatSeconds } from "@/lib/format";

interface RoundCountsTableProps {
  rounds: RoundBrief[];
  inTurn: boolean;
}

/** Each round in numbers. */
export function RoundCountsTable({ rounds, inTurn }: RoundCountsTableProps) {
  const { t } = useTranslation("dashboards");
  const columns: Column<RoundBrief>[] = [
    {
      key: "round",
      header: t(inTurn ? "rounds.round" : "rounds.answer"),
      end: true,
      render: (row) => formatNumber(row.index),
    },
    { key: "submissions", header: t("column.submissions"), end: true, render: (row) => formatNumber(row.submissions) },
    { key: "tokens", header: t("rounds.tokens_median"), end: true, render: (row) => formatNumber(row.tokens.median) },
    { key: "time", header: t("rounds.time_median"), end: true, render: (row) => formatSeconds(row.seconds.median) },
  ];
  if (inTurn) {
    columns.push(
      {
        key: "jaccard",
        header: t("rounds.jaccard_median"),
        term: "similarity",
        end: true,
        render: (row) => formatNumber(row.jaccard.median, 2),
      },
      { key: "scratch", header: t("rounds.from_scratch"), end: true, render: (row) => formatNumber(row.from_scratch) },
      { key: "early", header: t("rounds.stopped_early"), end: true, render: (row) => formatNumber(row.stopped_early) },
    );
  }
  return (
    <DataTable name={t("rounds.counts")} columns={columns} rows={rounds} rowKey={(row) => row.index} narrow="scroll" />
  );
}
