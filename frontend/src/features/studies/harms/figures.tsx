import { SegmentedControl, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { HarmFigures, HarmRun } from "@/api/harms";
import { AbsentPart } from "./absent-part";
import { ContextPart } from "./context-part";
import { DemeaningPart } from "./demeaning-part";
import { GraphsPart } from "./graphs-part";
import { IdentityPart } from "./identity-part";
import { InclusionPart } from "./inclusion-part";
import { MentionPart } from "./mention-part";
import { WordsPart } from "./words-part";

type Arm = HarmFigures["arm"];

/** Every figure with all cases, and beside it without those that readers dismissed; there is no sum of them. */
export function Figures({ projectId, run }: { projectId: number; run: HarmRun }) {
  const { t } = useTranslation("harms");
  const [arm, setArm] = useState<Arm>("all");
  const arms = run.figures ?? [];
  const figures = arms.find((each) => each.arm === arm) ?? arms[0];
  if (!figures) return null;
  const left = run.figures_without_dismissed?.find((each) => each.arm === figures.arm);
  const of = { projectId, run, figures, left };
  return (
    <>
      {arms.length > 1 && (
        <div>
          <SegmentedControl
            aria-label={t("arm.label")}
            value={figures.arm}
            data={arms.map((each) => ({ value: each.arm, label: t(`arm.${each.arm}`) }))}
            onChange={(chosen) => setArm(chosen as Arm)}
          />
          <Text size="sm" c="dimmed" mt={4}>
            {t("arm.text")}
          </Text>
        </div>
      )}
      <WordsPart projectId={projectId} run={run} />
      <DemeaningPart {...of} />
      <ContextPart {...of} />
      <InclusionPart {...of} />
      <MentionPart {...of} />
      <AbsentPart {...of} />
      <IdentityPart {...of} />
      <GraphsPart {...of} />
    </>
  );
}
