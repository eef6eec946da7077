import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { NewTextReport, OfferedTexts } from "@/api/text-reports";
import { ErrorNotice } from "@/components/error-notice";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { askForReport } from "./api/text-reports";
import { asRequest, MEASURES, newDraft, type ReportDraft } from "./draft";
import { MeasureOptions } from "./measure-options";
import { SourceChoice, named } from "./source-choice";

const OPTIONS = ["compared", "common_words", "questions"] as const;

/** Where in the list a concept is that the server refuses. */
const conceptPaths = (error: unknown) =>
  isApiError(error) ? error.fields.map(({ path }) => path).filter((path) => path.startsWith("concepts")) : [];

function useAsking(projectId: number) {
  const { t } = useTranslation("texts");
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (request: NewTextReport) => askForReport(projectId, request),
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
  const [draft, setDraft] = useState(() => newDraft(withWriting));
  const start = useAsking(projectId);
  const change = (changes: Partial<ReportDraft>) => setDraft({ ...draft, ...changes });
  // In the order in which they were chosen: so they stand in the tables.
  const chosen = Object.keys(draft.titles).flatMap((value) => offered.filter((source) => named(source) === value));
  const problems = fieldErrors(start.error, ["name", "sources", "measures", ...OPTIONS, ...conceptPaths(start.error)]);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    start.mutate(asRequest(draft, chosen, offered));
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
        <MeasureChoice draft={draft} onChange={change} />
        <MeasureOptions
          projectId={projectId}
          offered={offered}
          draft={draft}
          problems={problems}
          onChange={(changes) => setDraft((old) => ({ ...old, ...changes }))}
        />
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
  draft: ReportDraft;
  onChange: (changes: Partial<ReportDraft>) => void;
}

function MeasureChoice({ draft, onChange }: MeasureChoiceProps) {
  const { t } = useTranslation("texts");
  return (
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
  );
}
