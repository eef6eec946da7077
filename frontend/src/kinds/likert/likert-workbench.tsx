import { Text } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ScoresAnswer } from "@/api/types";
import type { WorkbenchProps } from "../kind";
import { JudgingPanes } from "../rating/judging-panes";
import { MetricList } from "../rating/metric-list";
import type { LikertSettings } from "../rating/metrics";
import { levelScale } from "../rating/points";
import { textsIn } from "../texts";
import { TextPair } from "../texts/text-pair";

/** One text about an image and, for each metric, how good it is from 1 to 5. */
export function LikertWorkbench(props: WorkbenchProps<ScoresAnswer, LikertSettings>) {
  const { assignment } = props;
  const { t } = useTranslation("workbench");
  const { t: answers } = useTranslation("answers");
  const { settings } = assignment.stage;
  const scale = useMemo(() => levelScale(answers, settings), [answers, settings]);
  const texts = textsIn(assignment.about);
  return (
    <JudgingPanes
      assignment={assignment}
      panelLabel={t("likert.panel")}
      canvasLabel={t("likert.canvas")}
      heading={t("likert.heading")}
      judged={
        texts ? (
          <TextPair texts={texts.slice(0, 1)} hasDifferences={false} isFramed />
        ) : (
          <Text c="dimmed">{t("rating.nothing")}</Text>
        )
      }
      questions={<MetricList bench={props} metrics={settings.metrics} scale={scale} justification={settings.comment} />}
    />
  );
}
