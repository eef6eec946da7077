import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { OfferedTexts, TextMeasure } from "@/api/text-reports";
import { ErrorNotice } from "@/components/error-notice";
import { fieldErrors } from "@/lib/form-errors";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { askForReport, type ReportRequest } from "./api/text-reports";
import { SourceChoice, named } from "./source-choice";

const MEASURES = [
  "describe",
  "readability",
  "captions",
  "specificity",
  "ocr",
] as const satisfies readonly TextMeasure[];

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

interface ReportFormProps {
  projectId: number;
  offered: OfferedTexts[];
  /** Whether the project has a stage for the text in the image. */
  withWriting: boolean;
}

export function ReportForm({ projectId, offered, withWriting }: ReportFormProps) {
  const { t } = useTranslation("texts");
  const [draft, setDraft] = useState<ReportDraft>({
    name: "",
    titles: {},
    references: null,
    measures: MEASURES.filter((measure) => measure !== "ocr" || withWriting),
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
