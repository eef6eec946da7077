import { Alert, Button, Group, Paper, Select, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AvailableSource } from "@/api/studies";
import { Section } from "@/components/section";
import { designNamed } from "@/kinds/studies";
import { formatNumber } from "@/lib/format";
import { FileForm } from "../file-form";
import { keyOf, withSource, type Draft, type StepProps } from "./draft";
import { Preview } from "./preview";
import { StimuliFields } from "./stimuli-fields";

/** Which texts are judged, and what results will call them. Judges never read either. */
export function TextsStep(props: StepProps) {
  const { projectId, draft, available, onChange } = props;
  const { t } = useTranslation("studies");
  const { words, sources } = designNamed(draft.design);
  return (
    <Stack>
      <Section title={t("step.texts")} description={t(`texts.text_${words}`)}>
        <Stack>
          {available.length === 0 && <Alert color="yellow">{t("texts.none")}</Alert>}
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            {draft.sources.map((_, at) => (
              <SourceFields key={at} {...props} at={at} />
            ))}
          </SimpleGrid>
          {draft.sources.length < sources[1] && (
            <Group>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => onChange({ ...draft, sources: [...draft.sources, { key: null, title: "" }] })}
              >
                {t("texts.add")}
              </Button>
            </Group>
          )}
          <Preview projectId={projectId} draft={draft} available={available} />
        </Stack>
      </Section>
      <StimuliFields {...props} />
      <Section title={t("texts.upload")} description={t("files.add_text")}>
        <FileForm
          projectId={projectId}
          onAdded={(file) => onChange(withNewFile(draft, keyOf({ type: "file", file: file.id }), file.name))}
        />
      </Section>
    </Stack>
  );
}

/** A file that was just brought in is what one wants to choose, where nothing is chosen yet. */
function withNewFile(draft: Draft, key: string, name: string): Draft {
  const free = draft.sources.findIndex((source) => source.key === null);
  return free === -1 ? draft : withSource(draft, free, { key, title: name });
}

const order: Readonly<Record<string, number>> = { round: 0, final: 0, seed: 1, import: 1, file: 2 };

function useChoices(available: readonly AvailableSource[]) {
  const { t } = useTranslation("studies");
  const sorted = [...available].sort((a, b) => (order[a.source.type] ?? 3) - (order[b.source.type] ?? 3));
  return sorted.map(({ source, title, texts }) => ({
    value: keyOf(source),
    label: t("texts.choice", { title, count: texts, texts: formatNumber(texts) }),
  }));
}

function SourceFields({ draft, available, onChange, problemOf, at }: StepProps & { at: number }) {
  const { t } = useTranslation("studies");
  const choices = useChoices(available);
  const source = draft.sources[at] ?? { key: null, title: "" };
  const design = designNamed(draft.design);
  const name = design.sourceName(t, at);
  const path = `sources[${String(at)}]`;
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={3} size="h4">
            {name}
          </Title>
          {draft.sources.length > design.sources[0] && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t("texts.remove_of", { name })}
              onClick={() => onChange({ ...draft, sources: draft.sources.filter((_, index) => index !== at) })}
            >
              {t("texts.remove")}
            </Button>
          )}
        </Group>
        <Select
          label={t("texts.source")}
          placeholder={t("texts.choose")}
          data={choices}
          searchable={choices.length > 8}
          nothingFoundMessage={t("texts.not_found")}
          value={choices.some(({ value }) => value === source.key) ? source.key : null}
          error={problemOf(`${path}.source`) ?? problemOf(path)}
          onChange={(key) => {
            const title = available.find((option) => keyOf(option.source) === key)?.title ?? "";
            onChange(withSource(draft, at, { key, title }));
          }}
        />
        <TextInput
          label={t("texts.title")}
          description={
            <Text component="span" size="xs">
              {t("texts.title_hint")}
            </Text>
          }
          inputWrapperOrder={["label", "input", "description", "error"]}
          maxLength={100}
          value={source.title}
          error={problemOf(`${path}.title`)}
          onChange={(event) => onChange(withSource(draft, at, { ...source, title: event.currentTarget.value }))}
        />
      </Stack>
    </Paper>
  );
}
