import { Box, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReleaseStatistics, RoundFigures } from "@/api/releases";
import { DataTable, type Column } from "@/components/data-table";
import { Section } from "@/components/section";
import { formatNumber, formatSeconds } from "@/lib/format";
import { useFigures, type Figure } from "./figures";
import { roundKey, useRoundName } from "./use-round-name";

interface ReleaseFiguresProps {
  projectId: number;
  statistics: ReleaseStatistics;
}

/** The statistics of a release as tables; the file itself is among its files. */
export function ReleaseFigures({ projectId, statistics }: ReleaseFiguresProps) {
  const { t } = useTranslation("releases");
  const figures = useFigures()(statistics);
  const columns: Column<Figure>[] = [
    { key: "label", header: t("figure.figure"), label: "", render: ({ label }) => label },
    { key: "value", header: t("figure.value"), end: true, render: ({ value }) => value },
  ];
  return (
    <Section title={t("figure.title")} description={t("figure.text")}>
      <Stack gap="lg">
        <Box maw={560}>
          <DataTable
            name={t("figure.title")}
            columns={columns}
            rows={figures}
            rowKey={({ key }) => key}
            narrow="scroll"
          />
        </Box>
        {statistics.rounds.length > 0 && <Rounds projectId={projectId} rounds={statistics.rounds} />}
      </Stack>
    </Section>
  );
}

function Rounds({ projectId, rounds }: { projectId: number; rounds: RoundFigures[] }) {
  const { t } = useTranslation("releases");
  const nameOf = useRoundName(projectId);
  const count = (key: "answers" | "from_scratch" | "stopped_early") => ({
    key,
    header: t(`round.${key}`),
    end: true,
    render: (row: RoundFigures) => formatNumber(row[key]),
  });
  const columns: Column<RoundFigures>[] = [
    { key: "round", header: t("round.round"), label: "", render: nameOf },
    count("answers"),
    {
      key: "tokens",
      header: t("round.tokens"),
      end: true,
      render: ({ tokens_mean }) => formatNumber(tokens_mean, 1),
    },
    {
      key: "seconds",
      header: t("round.seconds"),
      end: true,
      render: ({ active_seconds_mean }) => formatSeconds(active_seconds_mean),
    },
    {
      key: "jaccard",
      header: t("round.jaccard"),
      end: true,
      render: ({ jaccard_to_round_before_mean }) => formatNumber(jaccard_to_round_before_mean, 2),
    },
    {
      key: "edits",
      header: t("round.edits"),
      end: true,
      render: ({ edit_distance_to_round_before_mean }) => formatNumber(edit_distance_to_round_before_mean, 1),
    },
    count("from_scratch"),
    count("stopped_early"),
  ];
  return <DataTable name={t("round.title")} columns={columns} rows={rounds} rowKey={roundKey} narrow="scroll" />;
}
