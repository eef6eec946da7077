import { Badge, Box, Button, Divider, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Annotation, SampleStage, StageSpec } from "@/api/types";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { StateBadge } from "@/components/state-badge";
import { VerdictBadge } from "@/components/verdict-badge";
import { AnswerDifference, AnswerView } from "@/kinds/answer-view";
import { GoldDialog } from "@/kinds/gold/gold-dialog";
import { useGoldStages } from "@/kinds/gold/gold-stages";
import { formatDateTime, formatSeconds } from "@/lib/format";
import { projectQuery, useMayLead } from "@/lib/queries/projects";
import { stageTitle } from "@/lib/server-messages";
import { Measures } from "./measures";
import { Outcome } from "./outcome";
import { RejectAnswer } from "./reject-answer";

export interface RoundsContext {
  projectId: number;
  stage: SampleStage;
  /** The step of the recipe; unknown until the project is there. */
  spec: StageSpec | undefined;
  /** The answers of the whole sample, by id: what a vote is about. */
  all: ReadonlyMap<number, { kind: string; annotation: Annotation }>;
}

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

function useRoundName({ spec }: RoundsContext): (index: number) => string {
  const { t } = useTranslation("samples");
  return (index) => {
    if (index === 0) return t("detail.seed");
    if (spec?.about) return t("detail.vote", { index });
    return t(spec?.mode === "parallel" ? "detail.answer" : "detail.round", { index });
  };
}

interface RoundProps {
  context: RoundsContext;
  annotation: Annotation;
  base: Annotation | null;
}

function Round({ context, annotation, base }: RoundProps) {
  const { t } = useTranslation("samples");
  const [view, setView] = useState<"changes" | "text">("changes");
  const name = useRoundName(context)(annotation.index);
  const about = annotation.about === null ? undefined : context.all.get(annotation.about);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        <RoundHead annotation={annotation} name={name} />
        {base && (
          <SegmentedControl
            size="xs"
            aria-label={`${name}: ${t("detail.show")}`}
            value={view}
            onChange={(next) => setView(next === "text" ? "text" : "changes")}
            data={[
              { value: "changes", label: t("detail.changes") },
              { value: "text", label: t("detail.text") },
            ]}
          />
        )}
      </Group>
      {about && (
        <Box p="sm" bg="var(--app-sunken)" style={{ borderRadius: "var(--mantine-radius-md)" }}>
          <Text size="xs" c="dimmed" mb={4}>
            {t("detail.about", { name: personOf(about.annotation) })}
          </Text>
          <AnswerView kind={about.kind} answer={about.annotation.value} />
        </Box>
      )}
      {base && view === "changes" ? (
        <AnswerDifference kind={context.stage.kind} before={base.value} after={annotation.value} />
      ) : (
        <AnswerView kind={context.stage.kind} answer={annotation.value} settings={context.spec?.settings} />
      )}
      <Outcome annotation={annotation} />
      {annotation.scratch_reason && (
        <Text size="sm" c="dimmed">
          {t("detail.scratch_reason", { reason: annotation.scratch_reason })}
        </Text>
      )}
      <RoundActions context={context} annotation={annotation} />
      <Measures annotation={annotation} />
    </Stack>
  );
}

function personOf(annotation: Annotation): string {
  const { author, producer } = annotation;
  return author ? author.display_name || author.username : producer;
}

/** The way to the review of an answer, and to making it gold. */
function RoundActions({ context, annotation }: Omit<RoundProps, "base">) {
  const { t } = useTranslation("samples");
  const { projectId, stage } = context;
  const [marking, setMarking] = useState(false);
  const mayAct = useMayLead(projectId);
  const goldStages = useGoldStages(projectId, stage, annotation.value);
  if (annotation.origin !== "person" || annotation.purpose !== "work") return null;
  const canBeGold = mayAct && goldStages.length > 0;
  return (
    <Group gap="sm">
      <TextLink
        size="sm"
        to="/projects/$projectId/review/$annotationId"
        params={{ projectId: String(projectId), annotationId: String(annotation.id) }}
        search={{ state: "all" }}
      >
        {t("detail.review")}
      </TextLink>
      {canBeGold && (
        <Button size="compact-sm" variant="subtle" onClick={() => setMarking(true)}>
          {t("detail.gold")}
        </Button>
      )}
      {mayAct && <RejectAnswer projectId={projectId} annotation={annotation} />}
      <GoldDialog
        projectId={projectId}
        annotation={annotation.id}
        stage={stage}
        answer={annotation.value}
        opened={marking}
        onClose={() => setMarking(false)}
      />
    </Group>
  );
}

function RoundHead({ annotation, name }: { annotation: Annotation; name: string }) {
  const { t } = useTranslation("samples");
  const who = personOf(annotation);
  return (
    <Box>
      <Group gap="xs">
        <Title order={3}>{name}</Title>
        <Badge color={annotation.origin === "person" ? "accent" : "grape"}>
          {t(`detail.origin_${annotation.origin}`)}
        </Badge>
        {annotation.purpose !== "work" && <Badge color="yellow">{t(`purpose.${annotation.purpose}`)}</Badge>}
        {annotation.verdict && annotation.verdict !== "unreviewed" && <VerdictBadge verdict={annotation.verdict} />}
        {annotation.superseded_by !== null && (
          <Badge color="gray" title={t("detail.superseded_hint")}>
            {t("detail.superseded")}
          </Badge>
        )}
        {annotation.rests_on.length > 0 && (
          <Badge color="orange" title={t("detail.rests_on_hint")}>
            {t("detail.rests_on")}
          </Badge>
        )}
        {annotation.from_scratch && annotation.index > 0 && annotation.parent !== null && (
          <Badge color="gray">{t("detail.from_scratch")}</Badge>
        )}
        {annotation.stopped_early && <Badge color="blue">{t("detail.stopped_early")}</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        {[
          who && t("detail.by", { name: who }),
          formatDateTime(annotation.created_at),
          annotation.origin === "person" ? formatSeconds(annotation.active_seconds) : "",
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </Box>
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
