import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TrainingState } from "@/api/learning";

const colors: Partial<Record<TrainingState, string>> = {
  queued: "gray",
  waiting: "yellow",
  succeeded: "accent",
  failed: "red",
  cancelled: "gray",
};

/** How far a training is, in words; the colour only repeats it. */
export function TrainingStateBadge({ state }: { state: TrainingState }) {
  const { t } = useTranslation("learning");
  return (
    <Badge color={colors[state] ?? "blue"} miw="max-content">
      {t(`training_state.${state}`)}
    </Badge>
  );
}
