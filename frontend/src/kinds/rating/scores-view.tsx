import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ScoresAnswer } from "@/api/types";
import { MarkedText } from "@/components/marked-text";
import { readableKey } from "../readable-key";
import { marksAt, type ReadOnlyProps } from "../kind";
import type { Metric } from "./metrics";
import type { Scale } from "./points";
import { reasonKey } from "./score-keys";
import classes from "./scores-view.module.css";

type ScoresViewProps = ReadOnlyProps<ScoresAnswer, { metrics: readonly Metric[] }> & { scale: Scale };

/** What was said of each metric and why, in the order of the stage. */
export function ScoresView({ answer, settings, scale, marks, onSpan }: ScoresViewProps) {
  const { t } = useTranslation("answers");
  const known = settings?.metrics ?? [];
  const keys = [...new Set([...known.map(({ key }) => key), ...Object.keys(answer.scores)])];
  if (keys.length === 0) return <Text c="dimmed">{t("rating.none")}</Text>;
  return (
    <ul className={classes.scores}>
      {keys.map((key) => {
        const { score = null, justification = "" } = answer.scores[key] ?? {};
        const path = reasonKey(key);
        return (
          <li key={key}>
            <div className={classes.line}>
              <span className={classes.title}>
                {known.find((metric) => metric.key === key)?.title ?? readableKey(key)}
              </span>
              <ChosenPoint scale={scale} score={score} />
            </div>
            {justification !== "" && (
              <div className={classes.reason}>
                <MarkedText
                  text={justification}
                  marks={marksAt(marks, path)}
                  onSelect={onSpan && ((span) => onSpan(path, span))}
                />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** One place on the scale: five dots to see, and its name. */
export function ChosenPoint({ scale, score }: { scale: Scale; score: number | null }) {
  const { t } = useTranslation("answers");
  const chosen = scale.points.find(({ value }) => value === score);
  return (
    <span className={classes.said} data-open={chosen === undefined || undefined}>
      <span className={classes.dots} aria-hidden="true">
        {scale.points.map(({ value }) => (
          <span key={value} data-on={value === score || undefined} />
        ))}
      </span>
      {chosen?.name ?? t("rating.open")}
    </span>
  );
}
