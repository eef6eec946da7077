import { Radio, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmStage } from "@/api/harms";
import { formatNumber } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";
import { useStageTitle } from "./names";

/** The choice to hold a stage against no other. */
export const ALONE = "alone";

interface StageChoiceProps {
  label: string;
  hint: string;
  stages: HarmStage[];
  value: string | null;
  onValue: (value: string) => void;
  error?: string | undefined;
  /** The stage that is measured: none is held against itself. */
  except?: string | null;
  /** Whether a stage may be measured by itself. */
  offersAlone?: boolean;
}

/** One of the stages, each with what it rests on, or why it is not there. */
export function StageChoice(props: StageChoiceProps) {
  const { label, hint, stages, value, onValue, error, except, offersAlone = false } = props;
  const { t } = useTranslation("harms");
  const titleOf = useStageTitle();
  const restsOn = ({ holds, images, texts }: HarmStage) =>
    t("new.holds", {
      said: t(`new.${holds}`, { count: texts, said: formatNumber(texts) }),
      images: t("new.images", { count: images, images: formatNumber(images) }),
    });
  return (
    <Radio.Group label={label} description={hint} value={value} onChange={onValue} error={error}>
      <Stack gap="sm" my="sm">
        {offersAlone && <Radio value={ALONE} label={t("new.alone")} description={t("new.alone_hint")} />}
        {stages.map((stage) => (
          <Radio
            key={stage.key}
            value={stage.key}
            label={titleOf(stage.key, stage.title)}
            disabled={stage.why !== null || stage.key === except}
            description={stage.why ? messageOf(stage.why) : restsOn(stage)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
