import { Alert, Anchor, Badge, Box, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Batch, Flag, OtherAnswer, ReviewAnswer, ReviewItem } from "@/api/quality";
import { AnnotatedImage } from "@/components/annotated-image";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { withTerm } from "@/components/term/term";
import { VerdictBadge } from "@/components/verdict-badge";
import { AnswerView } from "@/kinds/answer-view";
import type { SpanChosen } from "@/kinds/kind";
import { kindNamed } from "@/kinds/registry";
import { formatDateTime, formatSeconds } from "@/lib/format";
import { personName } from "@/lib/people";
import { projectQuery, useMayLead } from "@/lib/queries/projects";
import { flagTitle, messageOf, stageTitle } from "@/lib/server-messages";
import { numberEntries } from "./numbers";
import { Receipts } from "./receipts";
import classes from "./review.module.css";
import { SecondReader } from "./second-reader";

interface EvidenceProps {
  projectId: number;
  item: ReviewItem;
  batch: Batch | undefined;
  bar: ReactNode;
  onSpan: SpanChosen;
}

/** Image, answer, reasons and everybody else's answers on one page. */
export function Evidence({ projectId, item, batch, bar, onSpan }: EvidenceProps) {
  const { answer, flags, others } = item;
  const mayLead = useMayLead(projectId);
  const settings = useQuery(projectQuery(projectId)).data?.recipe?.stages.find(
    (stage) => stage.key === answer.stage.key,
  )?.settings;
  return (
    <Stack className={classes.page}>
      <Head projectId={projectId} answer={answer} batch={batch} />
      {bar}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Picture answer={answer} />
        <Stack>
          <Verdict answer={answer} />
          <Answer answer={answer} settings={settings} onSpan={onSpan} />
          <Flags projectId={projectId} flags={flags} />
          <SecondReader projectId={projectId} annotation={answer.annotation} />
          {mayLead && <Receipts projectId={projectId} annotation={answer.annotation} />}
        </Stack>
      </SimpleGrid>
      <Others others={others} kind={answer.stage.kind} settings={settings} />
    </Stack>
  );
}

function Head({ projectId, answer, batch }: { projectId: number; answer: ReviewAnswer; batch: Batch | undefined }) {
  const { t } = useTranslation("review");
  const search = useSearch({ from: "/shell/projects/$projectId/review/$annotationId" });
  const params = { projectId: String(projectId) };
  return (
    <Box>
      <TextLink size="sm" to="/projects/$projectId/review" params={params} search={search}>
        {t("back")}
      </TextLink>
      <Group gap="sm" mt={2}>
        <Title order={2}>{answer.image.name}</Title>
        <VerdictBadge verdict={answer.verdict} />
      </Group>
      <Group className={classes.links} fz="sm" c="dimmed">
        <TextLink fz="inherit" to="/samples/$sampleId" params={{ sampleId: String(answer.sample) }}>
          {t("to_sample")}
        </TextLink>
        <span aria-hidden>·</span>
        <TextLink
          fz="inherit"
          to="/projects/$projectId/review"
          params={params}
          search={{ annotator: String(answer.annotator.id), state: "all" }}
        >
          {t("all_of", { name: personName(answer.annotator) })}
        </TextLink>
        <span aria-hidden>·</span>
        <span>{[stageTitle(answer.stage), batch?.title].filter(Boolean).join(" · ")}</span>
      </Group>
    </Box>
  );
}

function Picture({ answer }: { answer: ReviewAnswer }) {
  const { t } = useTranslation("review");
  const { image } = answer;
  const boxes = kindNamed(answer.stage.kind).boxes?.(answer.value) ?? [];
  const alt = t("image_alt", { name: image.name });
  return (
    <Box>
      <div className={classes.picture}>
        {boxes.length > 0 ? (
          <AnnotatedImage src={image.urls.view} alt={alt} width={image.width} height={image.height} boxes={boxes} />
        ) : (
          <img src={image.urls.view} alt={alt} width={image.width} height={image.height} style={{ height: "auto" }} />
        )}
        <Anchor size="sm" mt={6} display="inline-block" href={image.urls.full} target="_blank" rel="noreferrer">
          {t("full_size")}
        </Anchor>
      </div>
    </Box>
  );
}

function Verdict({ answer }: { answer: ReviewAnswer }) {
  const { t } = useTranslation("review");
  if (answer.verdict === "unreviewed") return null;
  const name = answer.verdict_by ? personName(answer.verdict_by) : t("somebody");
  return (
    <Alert color={answer.verdict === "rejected" ? "red" : "accent"} title={t(`verdict_by.${answer.verdict}`, { name })}>
      {answer.verdict_reason || t("no_reason")}
    </Alert>
  );
}

interface AnswerProps {
  answer: ReviewAnswer;
  settings: Readonly<Record<string, unknown>> | undefined;
  onSpan: SpanChosen;
}

function Answer({ answer, settings, onSpan }: AnswerProps) {
  const { t } = useTranslation("review");
  return (
    <Section
      title={t("answer.title", { name: personName(answer.annotator) })}
      description={[formatSeconds(answer.active_seconds), formatDateTime(answer.submitted_at)].join(" · ")}
    >
      <Stack>
        {answer.about && (
          <div className={classes.judged}>
            <Text size="xs" c="dimmed" mb={4}>
              {t("answer.about")}
            </Text>
            <AnswerView {...answer.about} />
          </div>
        )}
        <AnswerView kind={answer.stage.kind} answer={answer.value} settings={settings} onSpan={onSpan} />
      </Stack>
    </Section>
  );
}

/** The answers a flag was decided by, such as the copies of a text. */
function Related({ projectId, flag }: { projectId: number; flag: Flag }) {
  const { t } = useTranslation("review");
  if (flag.related.length === 0) return null;
  return (
    <Group gap={6} fz="xs" mt={6}>
      <Text fz="inherit" c="dimmed">
        {t("flags.related")}
      </Text>
      {flag.related.slice(0, 12).map((annotation) => (
        <TextLink
          key={annotation}
          fz="inherit"
          to="/projects/$projectId/review/$annotationId"
          params={{ projectId: String(projectId), annotationId: String(annotation) }}
          search={{ state: "all" }}
        >
          {t("flags.related_answer", { number: annotation })}
        </TextLink>
      ))}
    </Group>
  );
}

/** Flags whose sentence has all of their numbers already. */
const SAYS_ALL: ReadonlySet<string> = new Set(["spot_check"]);

function Flags({ projectId, flags }: { projectId: number; flags: Flag[] }) {
  const { t } = useTranslation("review");
  return (
    <Section title={t("flags.title")}>
      {flags.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t("flags.none")}
        </Text>
      ) : (
        <ul className={classes.flags}>
          {flags.map((flag) => (
            <li key={flag.id}>
              <Group gap="xs">
                <Title order={3} fz="sm">
                  {withTerm(flagTitle(flag), flag.code === "spot_check" ? "spot_check" : undefined)}
                </Title>
                {flag.state === "settled" && <Badge color="gray">{t("flags.settled")}</Badge>}
              </Group>
              <Text size="sm" mt={2}>
                {messageOf(flag)}
              </Text>
              {!SAYS_ALL.has(flag.code) && (
                <dl className={classes.numbers}>
                  {numberEntries(flag.numbers, t).map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              )}
              <Related projectId={projectId} flag={flag} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface OthersProps {
  others: OtherAnswer[];
  kind: string;
  settings: AnswerProps["settings"];
}

function Others({ others, kind, settings }: OthersProps) {
  const { t } = useTranslation("review");
  return (
    <Section title={t("others.title")} description={t("others.text", { count: others.length })}>
      {others.length > 0 && (
        <ul className={classes.others}>
          {others.map((other, index) => (
            <li key={index}>
              <Group justify="space-between" gap="xs" mb={6}>
                <Text size="sm" fw={550}>
                  {personName(other.annotator)}
                </Text>
                <Group gap="xs">
                  <Text size="xs" c="dimmed">
                    {formatSeconds(other.active_seconds)}
                  </Text>
                  {other.verdict !== "unreviewed" && <VerdictBadge verdict={other.verdict} />}
                </Group>
              </Group>
              <AnswerView kind={kind} answer={other.value} settings={settings} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
