import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { SampleDetail } from "@/api/types";
import { Time } from "@/components/time";
import { personName } from "@/lib/people";
import { projectQuery } from "@/lib/queries/projects";
import { stageTitle } from "@/lib/server-messages";
import { historyOf, taskNoun, type HistoryEvent, type TaskPlace } from "./history";
import classes from "./sample-page.module.css";

/** What happened to a sample, in sentences, the newest first. */
export function SampleHistory({ sample }: { sample: SampleDetail }) {
  const { t } = useTranslation("samples");
  const events = useMemo(() => historyOf(sample), [sample]);
  const sentence = useSentence(sample);
  if (events.length === 0) return <Text c="dimmed">{t("detail.no_history")}</Text>;
  return (
    <ol className={classes.history} aria-label={t("detail.history")}>
      {events.map((event) => (
        <li key={event.key} className={classes.event}>
          <Text size="sm" component="span">
            {sentence(event)}
          </Text>
          {event.words !== "" && (
            <Text size="sm" c="dimmed" component="span" className={classes.words}>
              {t("history.words", { words: event.words })}
            </Text>
          )}
          <Text size="xs" c="dimmed" component="span" className={classes.when}>
            <Time at={event.at} />
          </Text>
        </li>
      ))}
    </ol>
  );
}

const SKIP_REASONS = ["image_broken", "inappropriate", "cannot_describe", "language", "other"] as const;

function useSentence({ project, stages }: SampleDetail): (event: HistoryEvent) => string {
  const { t } = useTranslation("samples");
  const specs = useQuery(projectQuery(project.id)).data?.recipe?.stages;
  const titleOf = (key: string) => {
    const stage = stages.find((stage) => stage.key === key);
    return stage ? stageTitle(stage) : key;
  };
  const nameOf = ({ stage, index, purpose }: TaskPlace) => {
    const noun = purpose === "work" ? taskNoun(specs?.find(({ key }) => key === stage)) : purpose;
    return t(`history.task.${noun}`, { index, stage: titleOf(stage) });
  };
  return ({ verb, actor, task, producer, skipReason, split }) => {
    const why = SKIP_REASONS.find((known) => known === skipReason) ?? "other";
    return t(`history.${verb}`, {
      name: actor ? personName(actor) : t("detail.system"),
      task: task ? nameOf(task) : t("history.task.some"),
      stage: task ? titleOf(task.stage) : "",
      producer: producer || t("history.unknown_model"),
      split: split || t("bulk.no_split"),
      why: verb === "skipped" ? t(`history.why.${why}`) : "",
    });
  };
}
