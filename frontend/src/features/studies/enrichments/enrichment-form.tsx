import { Button, Group, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { EnrichmentChoices, NewEnrichment } from "@/api/enrichments";
import { FormError } from "@/components/form-error";
import { growing } from "@/components/growing";
import { fieldErrors } from "@/lib/form-errors";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { enrichmentsKey, startEnrichment } from "../api/enrichments";
import { LimitFields } from "./limit-fields";
import { sentLimits, type Limits } from "./limits";

const FIELDS = ["name", "source", "version", "question", "most_samples", "most_cost"] as const;

interface Draft extends Limits {
  name: string;
  /** The source as JSON: so it is the value of a choice. */
  source: string | null;
  version: string | null;
  question: string;
}

function useStarting(projectId: number) {
  const { t } = useTranslation("enrichments");
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (wish: NewEnrichment) => startEnrichment(projectId, wish),
    onSuccess: async ({ id }) => {
      notifyDone(t("new.started"));
      await client.invalidateQueries({ queryKey: enrichmentsKey(projectId) });
      await navigate({
        to: "/projects/$projectId/studies/enrichments/$enrichmentId",
        params: { projectId: String(projectId), enrichmentId: String(id) },
      });
    },
  });
}

/** Which captions, by which model version, with which question and how far. */
export function EnrichmentForm({ projectId, choices }: { projectId: number; choices: EnrichmentChoices }) {
  const { t } = useTranslation("enrichments");
  const [draft, setDraft] = useState<Draft>({
    name: "",
    source: null,
    version: choices.versions[0] ? String(choices.versions[0].version.id) : null,
    question: choices.question,
    most_samples: "",
    most_cost: "",
  });
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const start = useStarting(projectId);
  const form = useRef<HTMLFormElement>(null);
  const problems = fieldErrors(start.error, FIELDS);
  useEffect(() => {
    if (start.error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [start.error]);
  const chosen = choices.versions.find(({ version }) => String(version.id) === draft.version);
  const source = choices.sources.find((each) => JSON.stringify(each.source) === draft.source);
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || !source) return;
    start.mutate({
      name: draft.name.trim(),
      source: source.source,
      version: chosen.version.id,
      question: chosen.asked_in_words ? draft.question : "",
      ...sentLimits(draft, chosen.priced),
    });
  };
  return (
    <form ref={form} onSubmit={begin}>
      <Stack gap="lg">
        <TextInput
          label={t("new.name")}
          description={t("new.name_hint")}
          required
          maxLength={200}
          maw={480}
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Choices choices={choices} draft={draft} problems={problems} onChange={change} />
        {chosen?.asked_in_words ? (
          <Textarea
            label={t("new.question")}
            description={t("new.question_hint", { captions: "{captions}", hints: "{hints}" })}
            maxLength={8000}
            {...growing(4, 16)}
            value={draft.question}
            error={problems.question}
            onChange={(event) => change({ question: event.currentTarget.value })}
          />
        ) : (
          chosen && <Text size="sm">{t("new.image_alone")}</Text>
        )}
        <LimitFields limits={draft} priced={chosen?.priced ?? false} problems={problems} onChange={change} />
        <FormError error={start.error} names={FIELDS} />
        <Group gap="sm">
          <Button type="submit" loading={start.isPending} disabled={!chosen || !source}>
            {t("new.submit")}
          </Button>
          <Text size="sm" c="dimmed">
            {t("new.original_stays")}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

interface ChoicesProps {
  choices: EnrichmentChoices;
  draft: Draft;
  problems: Record<string, string>;
  onChange: (changes: Partial<Draft>) => void;
}

function Choices({ choices, draft, problems, onChange }: ChoicesProps) {
  const { t } = useTranslation("enrichments");
  return (
    <>
      <Select
        label={t("fact.source")}
        description={t("new.source_hint")}
        required
        maw={480}
        allowDeselect={false}
        data={choices.sources.map(({ source, title, texts }) => ({
          value: JSON.stringify(source),
          label: t("new.with_texts", { title, texts: formatNumber(texts) }),
        }))}
        value={draft.source}
        error={problems.source}
        onChange={(source) => onChange({ source })}
      />
      <Select
        label={t("fact.model")}
        description={t("new.model_hint")}
        required
        maw={480}
        allowDeselect={false}
        data={choices.versions.map(({ version }) => ({
          value: String(version.id),
          label: `${version.connection.name} ${version.label}`,
        }))}
        value={draft.version}
        error={problems.version}
        onChange={(version) => onChange({ version })}
      />
    </>
  );
}
