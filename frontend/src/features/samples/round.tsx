import { Badge, Box, Button, Group, SegmentedControl, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Annotation, CommentPlace, SampleStage, StageSpec } from "@/api/types";
import { LinkButton } from "@/components/link-button";
import { VerdictBadge } from "@/components/verdict-badge";
import { AnswerDifference, AnswerView } from "@/kinds/answer-view";
import { GoldDialog } from "@/kinds/gold/gold-dialog";
import { useGoldStages } from "@/kinds/gold/gold-stages";
import type { LitObjects } from "@/kinds/kind";
import { kindNamed } from "@/kinds/registry";
import { formatDateTime, formatNumber, formatSeconds } from "@/lib/format";
import { personName } from "@/lib/people";
import { useMayLead } from "@/lib/queries/projects";
import { taskNoun } from "./history";
import { Measures } from "./measures";
import { Outcome } from "./outcome";
import { RejectAnswer } from "./reject-answer";
import classes from "./sample-page.module.css";

export interface RoundsContext {
  projectId: number;
  stage: SampleStage;
  /** The step of the recipe; unknown until the project is there. */
  spec: StageSpec | undefined;
  /** The step in which answers of this one are judged, where there is one. */
  judging: StageSpec | undefined;
  /** The answers of the whole sample, by id: what a vote is about. */
  all: ReadonlyMap<number, { kind: string; annotation: Annotation }>;
  lighting: LitObjects;
  /** Begins a thread about an answer, words of it or an object in it. */
  onComment: (place: CommentPlace) => void;
}

export function useRoundName({ spec }: RoundsContext): (index: number) => string {
  const { t } = useTranslation("samples");
  return (index) => {
    return index === 0 ? t("detail.seed") : t(`detail.${taskNoun(spec)}`, { index });
  };
}

interface RoundProps {
  context: RoundsContext;
  annotation: Annotation;
  base: Annotation | null;
  isOpenAtFirst: boolean;
}

/** One step of the timeline: its head always, what was written when it is asked for. */
export function Round({ context, annotation, base, isOpenAtFirst }: RoundProps) {
  const { t } = useTranslation("samples");
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const body = useId();
  const roundName = useRoundName(context)(annotation.index);
  // In the place of the rounds: nobody went through them here.
  const isElsewhere = annotation.origin === "import" && annotation.index > 0 && context.spec?.mode === "sequential";
  const name = isElsewhere ? t("detail.elsewhere") : roundName;
  const { excerpt } = kindNamed(context.stage.kind);
  return (
    <li className={classes.round} data-origin={annotation.origin}>
      <UnstyledButton
        className={classes.roundHead}
        aria-expanded={isOpen}
        aria-controls={isOpen ? body : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <span>
          <RoundHead annotation={annotation} name={name} />
          {!isOpen && excerpt && (
            <Text size="sm" c="dimmed" lineClamp={1} component="span" className={classes.excerpt}>
              {excerpt(annotation.value)}
            </Text>
          )}
        </span>
      </UnstyledButton>
      {isOpen && (
        <div id={body} className={classes.roundBody}>
          <RoundBody context={context} annotation={annotation} base={base} name={name} />
        </div>
      )}
    </li>
  );
}

type RoundBodyProps = Omit<RoundProps, "isOpenAtFirst"> & { name: string };

function RoundBody({ context, annotation, base, name }: RoundBodyProps) {
  const { t } = useTranslation("samples");
  const [view, setView] = useState<"changes" | "text">("changes");
  const about = annotation.about === null ? undefined : context.all.get(annotation.about);
  const { kind } = context.stage;
  const { lighting } = context;
  const [words, setWords] = useState<Words | null>(null);
  const onSpan = (path: string, span: Words["span"] | null) => setWords(span && { path, span });
  return (
    <Stack gap="xs">
      {base && (
        <SegmentedControl
          size="xs"
          className={classes.switch}
          aria-label={`${name}: ${t("detail.show")}`}
          value={view}
          onChange={(next) => setView(next === "text" ? "text" : "changes")}
          data={[
            { value: "changes", label: t("detail.changes") },
            { value: "text", label: t("detail.text") },
          ]}
        />
      )}
      {about && (
        <Box p="sm" bg="var(--app-sunken)" style={{ borderRadius: "var(--mantine-radius-md)" }}>
          <Text size="xs" c="dimmed" mb={4}>
            {t("detail.about", { name: personOf(about.annotation) })}
          </Text>
          <AnswerView kind={about.kind} answer={about.annotation.value} />
        </Box>
      )}
      {base && view === "changes" ? (
        <AnswerDifference kind={kind} before={base.value} after={annotation.value} lighting={lighting} />
      ) : (
        <AnswerView
          kind={kind}
          answer={annotation.value}
          settings={context.spec?.settings}
          lighting={lighting}
          onSpan={onSpan}
        />
      )}
      <Outcome annotation={annotation} judging={context.judging} />
      {annotation.scratch_reason && (
        <Text size="sm" c="dimmed">
          {t("detail.scratch_reason", { reason: annotation.scratch_reason })}
        </Text>
      )}
      <Group gap="sm">
        <CommentButton context={context} annotation={annotation} words={view === "text" || !base ? words : null} />
        <RoundActions context={context} annotation={annotation} />
      </Group>
      <Measures annotation={annotation} />
    </Stack>
  );
}

interface Words {
  path: string;
  span: { start: number; end: number };
}

interface CommentButtonProps extends Pick<RoundProps, "context" | "annotation"> {
  words: Words | null;
}

/** Says what a new thread would be about: the words that are selected, the object that is chosen, or the answer. */
function CommentButton({ context, annotation, words }: CommentButtonProps) {
  const { t } = useTranslation("samples");
  const { stage, lighting, onComment } = context;
  const object = kindNamed(stage.kind)
    .boxes?.(annotation.value)
    .find(({ id }) => id === lighting.selected);
  const label = words
    ? t("detail.comment_words")
    : object
      ? t("detail.comment_object", { name: object.label })
      : t("detail.comment");
  const begin = () =>
    onComment({
      annotation: annotation.id,
      path: words?.path ?? "",
      span: words?.span ?? null,
      object: words ? "" : (object?.id ?? ""),
    });
  return (
    <Button size="compact-sm" variant="subtle" onClick={begin}>
      {label}
    </Button>
  );
}

function personOf(annotation: Annotation): string {
  const { author, producer } = annotation;
  return author ? personName(author) : producer;
}

/** The way to the review of an answer, and to making it gold. */
function RoundActions({ context, annotation }: Pick<RoundProps, "context" | "annotation">) {
  const { t } = useTranslation("samples");
  const { projectId, stage } = context;
  const [marking, setMarking] = useState(false);
  const mayAct = useMayLead(projectId);
  const goldStages = useGoldStages(projectId, stage, annotation.value);
  if (annotation.origin !== "person" || annotation.purpose !== "work") return null;
  const canBeGold = mayAct && goldStages.length > 0;
  return (
    <Group gap="sm">
      <LinkButton
        size="compact-sm"
        variant="subtle"
        to="/projects/$projectId/review/$annotationId"
        params={{ projectId: String(projectId), annotationId: String(annotation.id) }}
        search={{ state: "all" }}
      >
        {t("detail.review")}
      </LinkButton>
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
  const broughtIn = ({ file, by }: NonNullable<Annotation["brought_in"]>) =>
    by ? t("detail.brought_in", { file, name: personName(by) }) : t("detail.brought_in_by_command", { file });
  const who = personOf(annotation);
  const similarity = annotation.measures.from_base?.jaccard_1;
  return (
    <Box component="span">
      <Group gap={6} component="span">
        <Text component="span" fw={600} className={classes.roundName}>
          {name}
        </Text>
        {annotation.origin !== "person" && <Badge color="grape">{t(`detail.origin_${annotation.origin}`)}</Badge>}
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
      <Text size="xs" c="dimmed" component="span" className={classes.by}>
        {[
          who && t("detail.by", { name: who }),
          annotation.brought_in && broughtIn(annotation.brought_in),
          formatDateTime(annotation.created_at),
          annotation.origin === "person" ? formatSeconds(annotation.active_seconds) : "",
          typeof similarity === "number" && t("detail.similar", { similarity: formatNumber(similarity, 2) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </Box>
  );
}
