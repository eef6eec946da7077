import { Badge, Box, Divider, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Annotation, SampleStage } from "@/api/types";
import { AnswerDiff, AnswerView } from "@/kinds/answer-view";
import { Section } from "@/components/section";
import { StateBadge } from "@/components/state-badge";
import { formatDateTime, formatSeconds } from "@/lib/format";
import { Measures } from "./measures";

/** The text each round started from: its parent, or else the round before it. */
function baseOf(annotation: Annotation, all: Annotation[]): Annotation | null {
  const parent = all.find(({ id }) => id === annotation.parent);
  if (parent) return parent;
  const earlier = all.filter(({ index }) => index < annotation.index);
  return earlier.at(-1) ?? null;
}

export function StageRounds({ stage }: { stage: SampleStage }) {
  const { t } = useTranslation("samples");
  const ordered = [...stage.annotations].sort((a, b) => a.index - b.index);
  return (
    <Section title={stage.title}>
      <Stack gap="lg">
        {ordered.length === 0 && <Text c="dimmed">{t("detail.no_rounds")}</Text>}
        {ordered.map((annotation, position) => (
          <Box key={annotation.id}>
            {position > 0 && <Divider mb="lg" />}
            <Round annotation={annotation} base={baseOf(annotation, ordered)} />
          </Box>
        ))}
        <Tasks stage={stage} />
      </Stack>
    </Section>
  );
}

function Round({ annotation, base }: { annotation: Annotation; base: Annotation | null }) {
  const { t } = useTranslation("samples");
  const [view, setView] = useState<"changes" | "text">(base ? "changes" : "text");
  const name = annotation.index === 0 ? t("detail.seed") : t("detail.round", { index: annotation.index });
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        <RoundHead annotation={annotation} name={name} />
        {base && (
          <SegmentedControl
            size="xs"
            aria-label={`${name}: ${t("detail.show")}`}
            value={view}
            onChange={(next) => { setView(next === "text" ? "text" : "changes"); }}
            data={[
              { value: "changes", label: t("detail.changes") },
              { value: "text", label: t("detail.text") },
            ]}
          />
        )}
      </Group>
      {base && view === "changes" ? (
        <AnswerDiff before={base.value} after={annotation.value} />
      ) : (
        <AnswerView answer={annotation.value} />
      )}
      {annotation.scratch_reason && (
        <Text size="sm" c="dimmed">
          {t("detail.scratch_reason", { reason: annotation.scratch_reason })}
        </Text>
      )}
      <Measures annotation={annotation} />
    </Stack>
  );
}

function RoundHead({ annotation, name }: { annotation: Annotation; name: string }) {
  const { t } = useTranslation("samples");
  const who = annotation.author
    ? annotation.author.display_name || annotation.author.username
    : annotation.producer;
  return (
    <Box>
      <Group gap="xs">
        <Title order={3}>{name}</Title>
        <Badge color={annotation.origin === "person" ? "accent" : "grape"}>
          {t(`detail.origin_${annotation.origin}`)}
        </Badge>
        {annotation.from_scratch && annotation.index > 0 && <Badge color="gray">{t("detail.from_scratch")}</Badge>}
        {annotation.stopped_early && <Badge color="blue">{t("detail.stopped_early")}</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        {[
          who && t("detail.by", { name: who }),
          formatDateTime(annotation.created_at),
          annotation.origin === "person"
            ? formatSeconds(annotation.active_seconds)
            : "",
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </Box>
  );
}

function Tasks({ stage }: { stage: SampleStage }) {
  const { t } = useTranslation("samples");
  const live = stage.tasks.filter((task) => task.state === "open" || task.state === "held");
  if (live.length === 0) return null;
  return (
    <Stack gap={4}>
      {live.map((task) => (
        <Group key={task.id} gap="xs">
          <Text size="sm">{t("detail.round", { index: task.index })}</Text>
          <StateBadge state={task.state} />
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
