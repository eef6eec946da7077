import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CaseRating, Study, StudyCase } from "@/api/studies";
import { DataTable, type Column } from "@/components/data-table";
import { useLevelNames } from "../results/level-names";
import { RaterHead } from "./rater-head";

const SIGNS = ["++", "+", "=", "+", "++"];

/** Who gave which score for what. */
export function ScoreTable({ item, study }: { item: StudyCase; study: Study }) {
  const { t } = useTranslation("studies");
  const levels = useLevelNames(item.sources);
  const columns: Column<CaseRating>[] = [
    { key: "rater", header: t("cases.rater"), label: "", render: (rating) => <RaterHead rating={rating} /> },
    ...study.options.metrics.map(({ key, title }): Column<CaseRating> => ({
      key,
      header: title,
      render: (rating) => {
        const score = rating.scores[key]?.score;
        if (score === undefined) return "–";
        if (study.design === "likert") return String(score);
        const level = score + 2;
        const name = item.sources[level < 2 ? 0 : 1] ?? "";
        return (
          <Text component="span" size="sm" title={levels[level]}>
            {score === 0 ? t("level.same") : `${name}\u00a0${SIGNS[level] ?? ""}`}
          </Text>
        );
      },
    })),
  ];
  return (
    <DataTable
      name={t("cases.scores", { number: item.number })}
      columns={columns}
      rows={item.ratings}
      rowKey={({ rater }) => rater}
    />
  );
}
