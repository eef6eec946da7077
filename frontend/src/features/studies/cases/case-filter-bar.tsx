import { Button, Checkbox, Group, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Study } from "@/api/studies";
import { designNamed } from "@/kinds/studies";
import type { CaseFilters } from "../api/studies";

interface CaseFilterBarProps {
  study: Study;
  filters: CaseFilters;
  onChange: (changes: CaseFilters) => void;
}

export const isFiltered = ({ metric, score, disagree }: CaseFilters) =>
  metric !== undefined || score !== undefined || disagree !== undefined;

/** What one looks for: a metric, a score that somebody gave, or people who did not agree. */
export function CaseFilterBar({ study, filters, onChange }: CaseFilterBarProps) {
  const { t } = useTranslation("studies");
  const titles = study.sources.map(({ title }) => title);
  const scores = designNamed(study.design)
    .scores(t, titles)
    .map(({ value, label }) => ({ value: String(value), label }));
  const filtered = isFiltered(filters);
  return (
    <Group role="search" align="flex-end" gap="sm" aria-label={t("cases.filters")}>
      {study.options.metrics.length > 0 && (
        <Select
          label={t("list.metric")}
          placeholder={t("cases.any")}
          clearable
          w={{ base: "100%", xs: 220 }}
          value={filters.metric ?? null}
          data={study.options.metrics.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(metric) => onChange({ metric: metric ?? undefined })}
        />
      )}
      {scores.length > 0 && (
        <Select
          label={t("cases.score")}
          placeholder={t("cases.any")}
          clearable
          w={{ base: "100%", xs: 280 }}
          value={filters.score === undefined ? null : String(filters.score)}
          data={scores}
          onChange={(score) => onChange({ score: score === null ? undefined : Number(score) })}
        />
      )}
      <Checkbox
        label={t("cases.disagree")}
        mb={8}
        checked={filters.disagree === 1}
        onChange={(event) => onChange({ disagree: event.currentTarget.checked ? 1 : undefined })}
      />
      {filtered && (
        <Button
          variant="subtle"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => onChange({ metric: undefined, score: undefined, disagree: undefined })}
        >
          {t("cases.clear")}
        </Button>
      )}
    </Group>
  );
}
