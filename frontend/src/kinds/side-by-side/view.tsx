import { useTranslation } from "react-i18next";
import type { ScoresAnswer } from "@/api/types";
import { sidesScale } from "../rating/points";
import { ScoresView } from "../rating/scores-view";
import type { ReadOnlyProps } from "../kind";

/** Which of two texts is better for each metric, as they were shown. */
export function SideBySideView(props: ReadOnlyProps<ScoresAnswer>) {
  const { t } = useTranslation("answers");
  return <ScoresView {...props} scale={sidesScale(t)} />;
}
