import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { OfferedTexts, TextMeasure } from "@/api/text-reports";
import { EmptyState } from "@/components/empty-state";
import { ErrorNotice } from "@/components/error-notice";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { fieldErrors } from "@/lib/form-errors";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { askForReport, textSourcesQuery, type ReportRequest } from "./api/text-reports";

const MEASURES = ["describe", "readability", "captions", "specificity"] as const satisfies readonly TextMeasure[];
const MOST_SOURCES = 12;

const named = ({ source }: OfferedTexts) => JSON.stringify(source);

export default function NewReportPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("texts");
  const query = useQuery(textSourcesQuery(projectId));
  usePageTitle(t("new.title"), useProjectName(projectId));
  const params = { projectId: String(projectId) };
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/texts" params={params}>
        {t("back")}
      </TextLink>
      <Section title={t("new.title")} description={t("new.text")}>
        <QueryView query={query}>
          {(offered) =>
            offered.length === 0 ? (
              <EmptyState
                order={3}
                title={t("new.no_sources_title")}
                action={
                  <LinkButton variant="default" to="/projects/$projectId/studies/files" params={params}>
                    {t("new.files")}
                  </LinkButton>
                }
              >
                {t("new.no_sources_text")}
              </EmptyState>
            ) : (
              <ReportForm projectId={projectId} offered={offered} />
            )
          }
        </QueryView>
      </Section>
    </Stack>
  );
}

interface ReportDraft {
  name: string;
  /** What each chosen source is called in the report. */
  titles: Record<string, string>;
  references: string | null;
  measures: TextMeasure[];
  same_images: boolean;
  meteor: boolean;
}

function useAsking(projectId: number) {
  const { t } = useTranslation("texts");
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (request: ReportRequest) => askForReport(projectId, request),
    onSuccess: async (report) => {
      notifyDone(t("new.started"));
      await client.invalidateQueries({ queryKey: ["projects", projectId, "text-reports"] });
      await navigate({
        to: "/projects/$projectId/texts/$reportId",
        params: { projectId: String(projectId), reportId: String(report.id) },
      });
    },
  });
}

function ReportForm({ projectId, offered }: { projectId: number; offered: OfferedTexts[] }) {
  const { t } = useTranslation("texts");
  const [draft, setDraft] = useState<ReportDraft>({
    name: "",
    titles: {},
    references: null,
    measures: [...MEASURES],
    same_images: true,
    meteor: true,
  });
  const start = useAsking(projectId);
  const change = (changes: Partial<ReportDraft>) => setDraft({ ...draft, ...changes });
  // In the order in which they were chosen: so they stand in the tables.
  const chosen = Object.keys(draft.titles).flatMap((value) => offered.filter((source) => named(source) === value));
  const problems = fieldErrors(start.error, ["name", "sources", "measures"]);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const { name, measures, same_images, meteor } = draft;
    start.mutate({
      name,
      measures,
      same_images,
      meteor,
      sources: chosen.map((source) => ({
        source: source.source,
        title: draft.titles[named(source)]?.trim() || source.title,
      })),
      references: offered.find((source) => named(source) === draft.references)?.source ?? null,
    });
  };
  return (
    <form onSubmit={ask}>
      <Stack gap="lg">
        <TextInput
          label={t("new.name")}
          required
          maxLength={200}
          maw={480}
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <SourceChoice offered={offered} titles={draft.titles} onTitles={(titles) => change({ titles })} />
        <MeasureChoice offered={offered} draft={draft} onChange={change} />
        {start.error && <ErrorNotice error={start.error} />}
        <Group gap="sm">
          <Button type="submit" loading={start.isPending} disabled={chosen.length === 0 || draft.measures.length === 0}>
            {t("new.submit")}
          </Button>
          <Text size="sm" c="dimmed">
            {chosen.length === 0 ? t("new.choose") : t("new.chosen", { count: chosen.length })}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

interface SourceChoiceProps {
  offered: OfferedTexts[];
  titles: Record<string, string>;
  onTitles: (titles: Record<string, string>) => void;
}

function SourceChoice({ offered, titles, onTitles }: SourceChoiceProps) {
  const { t } = useTranslation("texts");
  const choose = (values: string[]) =>
    onTitles(Object.fromEntries(values.slice(0, MOST_SOURCES).map((value) => [value, titles[value] ?? ""])));
  return (
    <Checkbox.Group
      label={t("new.sources")}
      description={t("new.sources_hint")}
      value={Object.keys(titles)}
      onChange={choose}
    >
      <Stack gap="sm" mt="sm">
        {offered.map((source) => (
          <Stack key={named(source)} gap={6}>
            <Checkbox
              value={named(source)}
              label={source.title}
              description={t("new.texts", { count: source.texts })}
            />
            {named(source) in titles && (
              <TextInput
                ms="xl"
                size="xs"
                maw={360}
                maxLength={200}
                aria-label={t("new.call", { title: source.title })}
                placeholder={t("new.call_hint")}
                value={titles[named(source)]}
                onChange={(event) => onTitles({ ...titles, [named(source)]: event.currentTarget.value })}
              />
            )}
          </Stack>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface MeasureChoiceProps {
  offered: OfferedTexts[];
  draft: ReportDraft;
  onChange: (changes: Partial<ReportDraft>) => void;
}

function MeasureChoice({ offered, draft, onChange }: MeasureChoiceProps) {
  const { t } = useTranslation("texts");
  const scored = draft.measures.includes("captions");
  return (
    <>
      <Checkbox.Group
        label={t("new.measures")}
        value={draft.measures}
        onChange={(values) => onChange({ measures: MEASURES.filter((measure) => values.includes(measure)) })}
      >
        <Stack gap="sm" mt="xs">
          {MEASURES.map((measure) => (
            <Checkbox
              key={measure}
              value={measure}
              label={t(`measure.${measure}`)}
              description={t(`measure.${measure}_hint`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {scored && (
        <>
          <Select
            label={t("new.references")}
            description={t("new.references_hint")}
            placeholder={t("new.no_references")}
            maw={480}
            clearable
            data={offered.map((source) => ({
              value: named(source),
              label: `${source.title} (${formatNumber(source.texts)})`,
            }))}
            value={draft.references}
            onChange={(references) => onChange({ references })}
          />
          <Checkbox
            label={t("new.same_images")}
            description={t("new.same_images_hint")}
            checked={draft.same_images}
            onChange={(event) => onChange({ same_images: event.currentTarget.checked })}
          />
          <Checkbox
            label={t("new.meteor")}
            description={t("new.meteor_hint")}
            checked={draft.meteor}
            onChange={(event) => onChange({ meteor: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
