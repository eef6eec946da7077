import { Group, Radio } from "@mantine/core";
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
      {/* Of all images, whichever are chosen below. */}
      <WordsPart projectId={projectId} run={run} />
      {arms.length > 1 && (
        <Radio.Group
          label={t("arm.label")}
          description={t("arm.text")}
          value={figures.arm}
          onChange={(chosen) => setArm(chosen as Arm)}
        >
          <Group mt="xs" gap="lg">
            {arms.map((each) => (
              <Radio key={each.arm} value={each.arm} label={t(`arm.${each.arm}`)} />
            ))}
          </Group>
        </Radio.Group>
      )}
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
