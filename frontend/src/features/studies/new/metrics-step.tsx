import { Button, Card, Group, Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Reasons, StudyMetric } from "@/api/studies";
import { Section } from "@/components/section";
import { designNamed } from "@/kinds/studies";
import { showsImages, type StepProps } from "./draft";
import { useUsualMetrics, useUsualSettings } from "./usual-metrics";

const reasons: readonly Reasons[] = ["required", "optional", "off"];

const keyOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 40);

/** What is asked of each text or pair, and whether people say why. */
export function MetricsStep(props: StepProps) {
  const { draft, available, onChange, problemOf } = props;
  const { t } = useTranslation("studies");
  const design = designNamed(draft.design);
  const { words, settings } = design;
  const usualSettings = useUsualSettings(design, showsImages(draft, available));
  return (
    <Stack>
      {settings ? (
        <Section title={t("metrics.asked")} description={t(`metrics.text_${words}`)}>
          <settings.Fields
            settings={draft.settings ?? usualSettings ?? {}}
            problemOf={problemOf}
            onChange={(next) => onChange({ ...draft, settings: next })}
          />
        </Section>
      ) : (
        <Metrics {...props} />
      )}
      <Section title={t("reasons.title")} description={t(settings ? "reasons.text_once" : "reasons.text")}>
        <Stack>
          <Radio.Group
            aria-label={t("reasons.title")}
            value={draft.justification}
            error={problemOf("justification")}
            onChange={(value) => onChange({ ...draft, justification: value as Reasons })}
          >
            <Stack gap="xs">
              {reasons.map((reason) => (
                <Radio key={reason} value={reason} label={t(`reasons.${reason}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={t("guidelines.label")}
            description={t("guidelines.hint")}
            autosize
            minRows={3}
            maxRows={14}
            maw={720}
            value={draft.guidelines}
            error={problemOf("guidelines")}
            onChange={(event) => onChange({ ...draft, guidelines: event.currentTarget.value })}
          />
        </Stack>
      </Section>
    </Stack>
  );
}

function Metrics({ draft, onChange, problemOf }: StepProps) {
  const { t } = useTranslation("studies");
  const { words, mostMetrics } = designNamed(draft.design);
  const usual = useUsualMetrics(draft.design);
  const metrics = draft.metrics ?? usual;
  const put = (next: StudyMetric[]) => {
    onChange({ ...draft, metrics: next });
  };
  return (
    <Section
      title={t("step.metrics")}
      description={t(`metrics.text_${words}`)}
      actions={
        draft.metrics && (
          <Button variant="default" size="xs" onClick={() => onChange({ ...draft, metrics: null })}>
            {t("metrics.usual")}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {metrics.map((_, at) => (
          <MetricFields key={at} metrics={metrics} at={at} problemOf={problemOf} onChange={put} />
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            disabled={metrics.length >= mostMetrics}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => put([...metrics, { key: newKey(metrics), title: "", help: "" }])}
          >
            {t("metrics.add")}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

function newKey(metrics: readonly StudyMetric[]): string {
  let number = metrics.length + 1;
  while (metrics.some(({ key }) => key === `new_${String(number)}`)) number += 1;
  return `new_${String(number)}`;
}

interface MetricFieldsProps {
  metrics: StudyMetric[];
  at: number;
  problemOf: StepProps["problemOf"];
  onChange: (metrics: StudyMetric[]) => void;
}

function MetricFields({ metrics, at, problemOf, onChange }: MetricFieldsProps) {
  const { t } = useTranslation("studies");
  const metric = metrics[at];
  if (!metric) return null;
  const change = (changes: Partial<StudyMetric>) => {
    onChange(metrics.map((metric, index) => (index === at ? { ...metric, ...changes } : metric)));
  };
  const path = `metrics[${String(at)}]`;
  return (
    <Card withBorder p="sm">
      <Stack gap="xs">
        <TextInput
          label={t("metrics.title", { number: at + 1 })}
          maxLength={200}
          value={metric.title}
          error={problemOf(`${path}.title`) ?? problemOf(`${path}.key`)}
          onChange={(event) => change({ title: event.currentTarget.value })}
          onBlur={() => {
            // What was just added is called after its words in files.
            if (!metric.key.startsWith("new_")) return;
            const key = keyOf(metric.title);
            if (key && !metrics.some((other) => other.key === key)) change({ key });
          }}
        />
        <Textarea
          label={t("metrics.help")}
          autosize
          minRows={1}
          maxLength={1000}
          value={metric.help}
          error={problemOf(`${path}.help`)}
          onChange={(event) => change({ help: event.currentTarget.value })}
        />
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {t("metrics.key", { key: metric.key })}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            disabled={metrics.length === 1}
            aria-label={t("metrics.remove_of", { title: metric.title || String(at + 1) })}
            onClick={() => onChange(metrics.filter((_, index) => index !== at))}
          >
            {t("metrics.remove")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
