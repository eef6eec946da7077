import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { MarkedText } from "@/components/marked-text";
import { marksAt, type ReadOnlyProps } from "../kind";
import { dense, letterOf, stepsOf, unranked } from "./model";
import classes from "./view.module.css";
import type { RankingAnswer, RankingSettings } from "./types";

/** The order that was given, by the letters under which the texts were shown, and why. */
export function RankingView({ answer, settings, marks, onSpan }: ReadOnlyProps<RankingAnswer, RankingSettings>) {
  const { t } = useTranslation("answers");
  const { justification } = answer;
  const steps = stepsOf(dense(answer.ranks));
  const open = unranked(answer.ranks);
  return (
    <div className={classes.view}>
      {settings && (
        <Text size="sm" fw={600}>
          {settings.question}
        </Text>
      )}
      {steps.length === 0 ? (
        <Text c="dimmed">{t("ranking.none")}</Text>
      ) : (
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step.join()}>
              {step.map((text) => (
                <span key={text} className={classes.letter}>
                  {letterOf(text)}
                </span>
              ))}
              {step.length > 1 && <span className={classes.note}>{t("ranking.tied")}</span>}
            </li>
          ))}
        </ol>
      )}
      {steps.length > 0 && open.length > 0 && (
        <Text size="sm" c="dimmed">
          {t("ranking.open", { letters: open.map(letterOf).join(", ") })}
        </Text>
      )}
      {justification !== "" && (
        <div className={classes.reason}>
          <MarkedText
            text={justification}
            marks={marksAt(marks, "justification")}
            onSelect={onSpan && ((span) => onSpan("justification", span))}
          />
        </div>
      )}
    </div>
  );
}
