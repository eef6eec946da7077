import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CaseRating, GivenScores } from "@/api/studies";
import { CaseRater, CaseReasons } from "@/components/case-reasons";
import { DataTable, type Column } from "@/components/data-table";
import { orderColumns } from "../shown-order";
import type { CaseProps, StudyTranslate } from "../study-ui";

interface CaseScoresProps extends CaseProps {
  scoreOf: (score: number, t: StudyTranslate) => { text: string; title?: string | undefined };
}

const scoresOf = ({ answer }: CaseRating): GivenScores => ("scores" in answer ? answer.scores : {});

/** Who gave which score for what, and why. */
export function CaseScores({ item, metrics, scoreOf }: CaseScoresProps) {
  const { t } = useTranslation("studies");
  const columns: Column<CaseRating>[] = [
    { key: "rater", header: t("cases.rater"), label: "", render: (rating) => <CaseRater rating={rating} /> },
    ...metrics.map(({ key, title }): Column<CaseRating> => ({
      key,
      header: title,
      render: (rating) => {
        const score = scoresOf(rating)[key]?.score;
        if (score === undefined) return "–";
        const words = scoreOf(score, t);
        return (
          <Text component="span" size="sm" title={words.title}>
            {words.text}
          </Text>
        );
      },
    })),
    ...orderColumns(item, t),
  ];
  return (
    <>
      <DataTable
        name={t("cases.scores", { number: item.number })}
        columns={columns}
        rows={item.ratings}
        rowKey={({ rater }) => rater}
      />
      <CaseReasons
        ratings={item.ratings}
        reasonsOf={(rating) =>
          metrics.map(({ key, title }) => ({ key, title, text: scoresOf(rating)[key]?.justification ?? "" }))
        }
      />
    </>
  );
}
