import { Badge, Box, Divider, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Annotation, SampleStage } from "@/api/types";
import { Section } from "@/components/section";
import { StateBadge } from "@/components/state-badge";
import { formatDateTime } from "@/lib/format";
import { projectQuery } from "@/lib/queries/projects";
import { stageTitle } from "@/lib/server-messages";
import { type RoundsContext, Round, useRoundName } from "./round";

/** The text each round started from: its parent, or else the round before it. */
function baseOf(annotation: Annotation, all: Annotation[]): Annotation | null {
  const parent = all.find(({ id }) => id === annotation.parent);
  if (parent) return parent;
  const earlier = all.filter(({ index }) => index < annotation.index);
  return earlier.at(-1) ?? null;
}

interface StageRoundsProps {
  projectId: number;
  stage: SampleStage;
  stages: SampleStage[];
}

export function StageRounds({ projectId, stage, stages }: StageRoundsProps) {
  const { t } = useTranslation("samples");
  const spec = useQuery(projectQuery(projectId)).data?.recipe?.stages.find(({ key }) => key === stage.key);
  const all = new Map(
    stages.flatMap(({ kind, annotations }) =>
      annotations.map((annotation) => [annotation.id, { kind, annotation }] as const),
    ),
  );
  const context: RoundsContext = { projectId, stage, spec, all };
  // Votes on one answer stand together.
  const ordered = [...stage.annotations].sort((a, b) => (a.about ?? 0) - (b.about ?? 0) || a.index - b.index);
  const independent = spec?.mode === "parallel";
  return (
    <Section title={stageTitle(stage)}>
      <Stack gap="lg">
        {ordered.length === 0 && <Text c="dimmed">{t("detail.no_rounds")}</Text>}
        {ordered.map((annotation, position) => (
          <Box key={annotation.id}>
            {position > 0 && <Divider mb="lg" />}
            <Round context={context} annotation={annotation} base={independent ? null : baseOf(annotation, ordered)} />
          </Box>
        ))}
        <Tasks context={context} />
      </Stack>
    </Section>
  );
}

function Tasks({ context }: { context: RoundsContext }) {
  const { t } = useTranslation("samples");
  const roundName = useRoundName(context);
  const live = context.stage.tasks.filter(({ state }) => state === "open" || state === "held" || state === "parked");
  if (live.length === 0) return null;
  return (
    <Stack gap={4}>
      {live.map((task) => (
        <Group key={task.id} gap="xs">
          <Text size="sm">{roundName(task.index)}</Text>
          <StateBadge state={task.state} />
          {task.purpose !== "work" && <Badge color="yellow">{t(`purpose.${task.purpose}`)}</Badge>}
          {task.held_by && task.expires_at && (
            <Text size="sm" c="dimmed">
              {t("detail.task_held", {
                name: task.held_by.display_name || task.held_by.username,
                time: formatDateTime(task.expires_at),
              })}
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  );
}
