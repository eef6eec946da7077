import { useTranslation } from "react-i18next";
import type { ScoresAnswer } from "@/api/types";
import type { LikertSettings } from "../rating/metrics";
import { levelScale } from "../rating/points";
import { ScoresView } from "../rating/scores-view";
import type { ReadOnlyProps } from "../kind";

/** How good one text is for each metric. */
export function LikertView(props: ReadOnlyProps<ScoresAnswer, LikertSettings>) {
  const { t } = useTranslation("answers");
  return <ScoresView {...props} scale={levelScale(t, props.settings)} />;
}
