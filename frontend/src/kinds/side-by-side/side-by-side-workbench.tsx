import { Button, Text } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ScoresAnswer } from "@/api/types";
import { useShortcuts } from "@/canvas/shortcuts";
import type { WorkbenchProps } from "../kind";
import { JudgingPanes } from "../rating/judging-panes";
import { MetricList } from "../rating/metric-list";
import type { SideBySideSettings } from "../rating/metrics";
import { sidesScale } from "../rating/points";
import { textsIn } from "../texts";
import { TextPair } from "../texts/text-pair";

/** Two texts about one image and, for each metric, which of them is better and why. */
export function SideBySideWorkbench(props: WorkbenchProps<ScoresAnswer, SideBySideSettings>) {
  const { assignment } = props;
  const { t } = useTranslation("workbench");
  const { t: answers } = useTranslation("answers");
  const { settings } = assignment.stage;
  const scale = useMemo(() => sidesScale(answers), [answers]);
  const texts = textsIn(assignment.about);
  const [hasDifferences, setDifferences] = useState(false);
  const toggle = () => setDifferences((was) => !was);
  useShortcuts("texts", [{ id: "differences", keys: ["d"], scope: "page", run: toggle }]);
  return (
    <JudgingPanes
      assignment={assignment}
      panelLabel={t("side_by_side.panel")}
      canvasLabel={t("side_by_side.canvas")}
      heading={t("side_by_side.heading")}
      actions={
        <Button
          size="compact-sm"
          flex="none"
          variant={hasDifferences ? "filled" : "default"}
          aria-pressed={hasDifferences}
          leftSection={<IconArrowsDiff size={15} aria-hidden />}
          onClick={toggle}
        >
          {answers("texts.differences")}
        </Button>
      }
      judged={
        texts ? (
          <TextPair texts={texts} hasDifferences={hasDifferences} isFramed />
        ) : (
          <Text c="dimmed">{t("rating.nothing")}</Text>
        )
      }
      questions={
        <MetricList bench={props} metrics={settings.metrics} scale={scale} justification={settings.justification} />
      }
    />
  );
}
