import { Badge, Group, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Annotation, CommentPlace, SampleDetail, SampleStage } from "@/api/types";
import { StateBadge } from "@/components/state-badge";
import { formatDateTime } from "@/lib/format";
import { personName } from "@/lib/people";
import { projectQuery } from "@/lib/queries/projects";
import { stageTitle } from "@/lib/server-messages";
import type { LitObjects } from "@/kinds/kind";
import { type RoundsContext, Round, useRoundName } from "./round";
import classes from "./sample-page.module.css";

/** The text each round started from: its parent, or else the round before it. */
function baseOf(annotation: Annotation, all: Annotation[]): Annotation | null {
  const parent = all.find(({ id }) => id === annotation.parent);
  if (parent) return parent;
  const earlier = all.filter(({ index }) => index < annotation.index);
  return earlier.at(-1) ?? null;
}

interface StageRoundsProps {
  sample: SampleDetail;
  stage: SampleStage;
  lighting: LitObjects;
  onComment: (place: CommentPlace) => void;
}

/** One stage of a sample as a timeline: who did what when, and what each round changed. */
export function StageRounds({ sample, stage, lighting, onComment }: StageRoundsProps) {
  const { t } = useTranslation("samples");
  const id = useId();
  const { stages } = sample;
  const projectId = sample.project.id;
  const specs = useQuery(projectQuery(projectId)).data?.recipe?.stages;
  const spec = specs?.find(({ key }) => key === stage.key);
  const judging = specs?.find(({ about }) => about === stage.key);
  const all = new Map(
    stages.flatMap(({ kind, annotations }) =>
      annotations.map((annotation) => [annotation.id, { kind, annotation }] as const),
    ),
  );
  const context: RoundsContext = { projectId, stage, spec, judging, all, lighting, onComment };
  // Votes on one answer stand together.
  const ordered = [...stage.annotations].sort((a, b) => (a.about ?? 0) - (b.about ?? 0) || a.index - b.index);
  const independent = spec?.mode === "parallel";
  const opened = openAtFirst(sample, stage, ordered);
  return (
    <section aria-labelledby={id} className={classes.stage}>
      <Title order={2} id={id} className={classes.stageName}>
        {stageTitle(stage)}
      </Title>
      {ordered.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("detail.no_rounds")}
        </Text>
      )}
      <ol className={classes.timeline}>
        {ordered.map((annotation) => (
          <Round
            key={annotation.id}
            context={context}
            annotation={annotation}
            base={independent ? null : baseOf(annotation, ordered)}
            isOpenAtFirst={opened.has(annotation.id)}
          />
        ))}
        <Tasks context={context} />
      </ol>
    </section>
  );
}

/** How many of the last rounds are read at once. */
const LAST = 3;

/**
 * What is worth reading at first sight: the last rounds of where the sample has come to, and what was voted on.
 * The rest is one press away, each in one line.
 */
function openAtFirst({ stages }: SampleDetail, stage: SampleStage, ordered: Annotation[]): Set<number> {
  const reached = stages.filter(({ annotations }) => annotations.length > 0).at(-1);
  const last = stage === reached ? ordered.slice(-LAST) : [];
  const judged = ordered.filter(({ outcome }) => outcome !== null);
  return new Set([...last, ...judged].map(({ id }) => id));
}

function Tasks({ context }: { context: RoundsContext }) {
  const { t } = useTranslation("samples");
  const roundName = useRoundName(context);
  const live = context.stage.tasks.filter(({ state }) => state === "open" || state === "held" || state === "parked");
  if (live.length === 0) return null;
  return (
    <>
      {live.map((task) => (
        <li key={task.id} className={classes.open}>
          <Group gap="xs">
            <Text size="sm">{roundName(task.index)}</Text>
            <StateBadge state={task.state} />
            {task.purpose !== "work" && <Badge color="yellow">{t(`purpose.${task.purpose}`)}</Badge>}
            {task.held_by && task.expires_at && (
              <Text size="sm" c="dimmed">
                {t("detail.task_held", {
                  name: personName(task.held_by),
                  time: formatDateTime(task.expires_at),
                })}
              </Text>
            )}
          </Group>
        </li>
      ))}
    </>
  );
}
