import { Badge, Box, Checkbox, Group, Select, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AnnotatorText } from "@/api/dashboards";
import type { Person } from "@/api/types";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Thumb } from "@/components/thumb";
import { Time } from "@/components/time";
import { VerdictBadge } from "@/components/verdict-badge";
import { WordDiff } from "@/components/word-diff";
import { formatNumber, formatSeconds } from "@/lib/format";
import { personName } from "@/lib/people";
import { withoutEmpty } from "@/lib/without-empty";
import { flagTitle } from "@/lib/server-messages";
import { projectQuery, useMayLead } from "@/lib/queries/projects";
import { textsQuery } from "./api/dashboards";
import classes from "./dashboards.module.css";

interface AnnotatorTextsProps {
  projectId: number;
  person: Person;
  codes: { code: string; title: string }[];
  ticked: ReadonlySet<number>;
  onTick: (annotation: number) => void;
}

/** What somebody wrote, newest first, each as what became of the text they began from. */
export function AnnotatorTexts({ projectId, person, codes, ticked, onTick }: AnnotatorTextsProps) {
  const { t } = useTranslation("dashboards");
  const { t: review } = useTranslation("review");
  const search = useSearch({ from: "/shell/projects/$projectId/annotators/$userId" });
  const navigate = useNavigate({ from: "/projects/$projectId/annotators/$userId" });
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const query = useQuery({ ...textsQuery(projectId, person.id, search), placeholderData: keepPreviousData });
  const titles = new Map([...stages.map(({ key, title }) => [key, title] as const)]);
  const mayAct = useMayLead(projectId);
  const flagTitles = new Map(codes.map((each) => [each.code, flagTitle(each)]));
  return (
    <Section
      title={t("texts.title")}
      description={t("texts.text")}
      actions={
        <Select
          aria-label={t("filter.stage")}
          placeholder={t("filter.all")}
          clearable
          w={220}
          value={search.stage ?? null}
          data={stages.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(stage) => void navigate({ search: withoutEmpty({ stage: stage ?? undefined }), replace: true })}
        />
      }
    >
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <Text c="dimmed">{t("texts.none")}</Text>
          ) : (
            <>
              <ul className={classes.texts} aria-label={t("texts.title")}>
                {page.results.map((text) => (
                  <TextItem
                    key={text.annotation}
                    projectId={projectId}
                    text={text}
                    stage={titles.get(text.stage) ?? text.stage}
                    tick={
                      mayAct && (
                        <Checkbox
                          aria-label={review("bulk.one", { name: text.image.name, person: personName(person) })}
                          checked={ticked.has(text.annotation)}
                          onChange={() => onTick(text.annotation)}
                        />
                      )
                    }
                    flags={text.flags.map((code) => flagTitles.get(code) ?? code.replaceAll("_", " "))}
                  />
                ))}
              </ul>
              <Pager page={page} onCursor={(cursor) => void navigate({ search: (old) => ({ ...old, cursor }) })} />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}

interface TextItemProps {
  projectId: number;
  text: AnnotatorText;
  stage: string;
  flags: string[];
  tick: ReactNode;
}

function TextItem({ projectId, text, stage, flags, tick }: TextItemProps) {
  const { t } = useTranslation("dashboards");
  return (
    <li className={classes.text}>
      <Group gap="md" align="flex-start" wrap="nowrap">
        {tick}
        <Box visibleFrom="xs">
          <Thumb src={text.image.urls.thumb} alt="" size={64} />
        </Box>
        <Box flex={1} miw={0}>
          <Group gap="xs" mb={6}>
            <TextLink
              size="sm"
              fw={550}
              to="/projects/$projectId/review/$annotationId"
              params={{ projectId: String(projectId), annotationId: String(text.annotation) }}
              style={{ overflowWrap: "anywhere" }}
            >
              {text.image.name}
            </TextLink>
            <VerdictBadge verdict={text.verdict} />
            {flags.map((flag) => (
              <Badge key={flag} color="yellow">
                {flag}
              </Badge>
            ))}
          </Group>
          <Text size="xs" c="dimmed" mb={6} component="div">
            {t("texts.facts", { stage, round: formatNumber(text.index), time: formatSeconds(text.active_seconds) })} ·{" "}
            <Time at={text.at} />
          </Text>
          {text.before === null ? (
            <>
              <Text size="sm" c="dimmed" mb="xs">
                {t("texts.from_nothing")}
              </Text>
              <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} maw="80ch">
                {text.after || t("texts.no_words")}
              </Text>
            </>
          ) : (
            <WordDiff before={text.before} after={text.after} />
          )}
        </Box>
      </Group>
    </li>
  );
}
