import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconListSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { ItemJustifications, Justification, Study } from "@/api/studies";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { MarkedText } from "@/components/marked-text";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { designNamed } from "@/kinds/studies";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { studyQuery } from "../api/studies";
import { justificationsFile, justificationsQuery, type JustificationFilters } from "../api/justifications";
import type { StudyPageProps } from "../study-layout";
import { JustificationFilterBar } from "./justification-filter-bar";

/** What raters gave as their reasons, to be searched in sweeps. */
export default function JustificationsPage({ projectId, studyId }: StudyPageProps) {
  const { t } = useTranslation("studies");
  const filters = useSearch({ from: "/shell/projects/$projectId/studies/$studyId/justifications" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies/$studyId/justifications" });
  const { data: study } = useQuery(studyQuery(projectId, studyId));
  const query = useQuery({ ...justificationsQuery(projectId, studyId, filters), placeholderData: keepPreviousData });
  usePageTitle(t("justifications.title"), study?.name ?? "", useProjectName(projectId));
  const change = (changes: JustificationFilters) => {
    const next = { ...filters, cursor: undefined, ...changes };
    void navigate({
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== "")),
      replace: true,
    });
  };
  if (!study) return null;
  return (
    <Stack>
      <JustificationFilterBar study={study} filters={filters} onChange={change} />
      <QueryView query={query}>
        {(page) => (
          <Stack>
            <Group justify="space-between" gap="sm">
              <Text size="sm" role="status">
                {t("justifications.found", { count: page.total })} {t("justifications.of_cases", { count: page.items })}
              </Text>
              <Button
                component="a"
                href={justificationsFile(projectId, studyId, filters)}
                download
                size="xs"
                variant="default"
                leftSection={<IconDownload size={14} aria-hidden />}
              >
                {t("justifications.csv")}
              </Button>
            </Group>
            {page.results.length === 0 && (
              <EmptyState order={3} icon={<IconListSearch size={36} />} title={t("justifications.none_title")}>
                {t("justifications.none_text")}
              </EmptyState>
            )}
            {page.results.map((item) => (
              <Case key={item.number} projectId={projectId} study={study} item={item} />
            ))}
            <Pager page={page} onCursor={(cursor) => void navigate({ search: { ...filters, cursor } })} />
          </Stack>
        )}
      </QueryView>
    </Stack>
  );
}

function Case({ projectId, study, item }: { projectId: number; study: Study; item: ItemJustifications }) {
  const { t } = useTranslation("studies");
  return (
    <Section
      title={t("cases.case", { number: item.number, image: item.image_name })}
      actions={
        <TextLink
          size="sm"
          to="/projects/$projectId/studies/$studyId/cases/$number"
          params={{ projectId: String(projectId), studyId: String(study.id), number: String(item.number) }}
          aria-label={t("cases.open_of", { number: item.number })}
        >
          {t("cases.open")}
        </TextLink>
      }
    >
      <Stack gap="md">
        {item.justifications.map((one) => (
          <One key={`${one.rater} ${one.metric}`} study={study} one={one} />
        ))}
      </Stack>
    </Section>
  );
}

function One({ study, one }: { study: Study; one: Justification }) {
  const { t } = useTranslation("studies");
  const titles = study.sources.map(({ title }) => title);
  const score = designNamed(study.design)
    .scores(t, titles)
    .find(({ value }) => value === one.score)?.label;
  const metric = study.options.metrics.find(({ key }) => key === one.metric)?.title;
  return (
    <div>
      <Group gap="xs" mb={2}>
        <Text size="sm" c="dimmed">
          {[one.rater, t(`justifications.role.${one.role}`), metric, score].filter(Boolean).join(" · ")}
        </Text>
        {one.verdict === "rejected" && <Badge variant="light">{t("cases.rejected")}</Badge>}
      </Group>
      <MarkedText
        text={one.text}
        marks={one.found.map(({ start, end }) => ({
          span: [start, end] as const,
          tone: "note" as const,
          label: t("justifications.mark"),
        }))}
      />
    </div>
  );
}
