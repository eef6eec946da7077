import { useTranslation } from "react-i18next";
import type { ScoresAnswer } from "@/api/types";
import type { SideBySideSettings } from "../rating/metrics";
import { sidesScale } from "../rating/points";
import { ScoresView } from "../rating/scores-view";
import type { ReadOnlyProps } from "../kind";

/** Which of two texts is better for each metric, as they were shown. */
export function SideBySideView(props: ReadOnlyProps<ScoresAnswer, SideBySideSettings>) {
  const { t } = useTranslation("answers");
  return <ScoresView {...props} scale={sidesScale(t)} />;
}
