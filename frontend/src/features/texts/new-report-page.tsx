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
import { askForReport, textSourcesQuery, type ReportWishes } from "./api/text-reports";

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

interface Wishes {
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
    mutationFn: (wishes: ReportWishes) => askForReport(projectId, wishes),
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
  const [wishes, setWishes] = useState<Wishes>({
    name: "",
    titles: {},
    references: null,
    measures: [...MEASURES],
    same_images: true,
    meteor: true,
  });
  const start = useAsking(projectId);
  const change = (changes: Partial<Wishes>) => setWishes({ ...wishes, ...changes });
  // In the order in which they were chosen: so they stand in the tables.
  const chosen = Object.keys(wishes.titles).flatMap((value) => offered.filter((each) => named(each) === value));
  const problems = fieldErrors(start.error, ["name", "sources", "measures"]);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const { name, measures, same_images, meteor } = wishes;
    start.mutate({
      name,
      measures,
      same_images,
      meteor,
      sources: chosen.map((each) => ({ source: each.source, title: wishes.titles[named(each)]?.trim() || each.title })),
      references: offered.find((each) => named(each) === wishes.references)?.source ?? null,
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
          value={wishes.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <SourceChoice offered={offered} titles={wishes.titles} onTitles={(titles) => change({ titles })} />
        <MeasureChoice offered={offered} wishes={wishes} onChange={change} />
        {start.error && <ErrorNotice error={start.error} />}
        <Group gap="sm">
          <Button
            type="submit"
            loading={start.isPending}
            disabled={chosen.length === 0 || wishes.measures.length === 0}
          >
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
        {offered.map((each) => (
          <Stack key={named(each)} gap={6}>
            <Checkbox value={named(each)} label={each.title} description={t("new.texts", { count: each.texts })} />
            {named(each) in titles && (
              <TextInput
                ms="xl"
                size="xs"
                maw={360}
                maxLength={200}
                aria-label={t("new.call", { title: each.title })}
                placeholder={t("new.call_hint")}
                value={titles[named(each)]}
                onChange={(event) => onTitles({ ...titles, [named(each)]: event.currentTarget.value })}
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
  wishes: Wishes;
  onChange: (changes: Partial<Wishes>) => void;
}

function MeasureChoice({ offered, wishes, onChange }: MeasureChoiceProps) {
  const { t } = useTranslation("texts");
  const scored = wishes.measures.includes("captions");
  return (
    <>
      <Checkbox.Group
        label={t("new.measures")}
        value={wishes.measures}
        onChange={(values) => onChange({ measures: MEASURES.filter((each) => values.includes(each)) })}
      >
        <Stack gap="sm" mt="xs">
          {MEASURES.map((each) => (
            <Checkbox key={each} value={each} label={t(`measure.${each}`)} description={t(`measure.${each}_hint`)} />
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
            data={offered.map((each) => ({ value: named(each), label: `${each.title} (${formatNumber(each.texts)})` }))}
            value={wishes.references}
            onChange={(references) => onChange({ references })}
          />
          <Checkbox
            label={t("new.same_images")}
            description={t("new.same_images_hint")}
            checked={wishes.same_images}
            onChange={(event) => onChange({ same_images: event.currentTarget.checked })}
          />
          <Checkbox
            label={t("new.meteor")}
            description={t("new.meteor_hint")}
            checked={wishes.meteor}
            onChange={(event) => onChange({ meteor: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
