import { Button, Group, Select, TextInput } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Study } from "@/api/studies";
import { designNamed } from "@/kinds/studies";
import { ROLES, VERDICTS, type JustificationFilters } from "../api/justifications";

interface FilterBarProps {
  study: Study;
  filters: JustificationFilters;
  onChange: (changes: JustificationFilters) => void;
}

const NONE: JustificationFilters = {
  words: undefined,
  metric: undefined,
  score: undefined,
  verdict: undefined,
  role: undefined,
};
const width = { base: "calc(50% - 6px)", xs: 200 };

/** By what justifications are found; all of it stands in the address. */
export function JustificationFilterBar({ study, filters, onChange }: FilterBarProps) {
  const { t } = useTranslation("studies");
  const titles = study.sources.map(({ title }) => title);
  const scores = designNamed(study.design)
    .scores(t, titles)
    .map(({ value, label }) => ({ value: String(value), label }));
  const any = t("cases.any");
  return (
    <Group role="search" align="flex-end" gap="sm" aria-label={t("justifications.filters")}>
      <Words key={filters.words ?? ""} value={filters.words ?? ""} onChange={(words) => onChange({ words })} />
      {study.options.metrics.length > 0 && (
        <Select
          label={t("list.metric")}
          placeholder={any}
          clearable
          w={width}
          value={filters.metric ?? null}
          data={study.options.metrics.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(metric) => onChange({ metric: metric ?? undefined })}
        />
      )}
      {scores.length > 0 && (
        <Select
          label={t("justifications.score")}
          placeholder={any}
          clearable
          w={{ base: "calc(50% - 6px)", xs: 280 }}
          value={filters.score === undefined ? null : String(filters.score)}
          data={scores}
          onChange={(score) => onChange({ score: score === null ? undefined : Number(score) })}
        />
      )}
      <Select
        label={t("justifications.role_label")}
        placeholder={any}
        clearable
        w={width}
        value={filters.role ?? null}
        data={ROLES.map((role) => ({ value: role, label: t(`justifications.role.${role}`) }))}
        onChange={(role) => onChange({ role: role ?? undefined })}
      />
      <Select
        label={t("justifications.verdict_label")}
        placeholder={any}
        clearable
        w={width}
        value={filters.verdict ?? null}
        data={VERDICTS.map((verdict) => ({ value: verdict, label: t(`justifications.verdict.${verdict}`) }))}
        onChange={(verdict) => onChange({ verdict: verdict ?? undefined })}
      />
      {Object.keys(NONE).some((key) => filters[key as keyof JustificationFilters] !== undefined) && (
        <Button variant="subtle" leftSection={<IconX size={16} aria-hidden />} onClick={() => onChange(NONE)}>
          {t("cases.clear")}
        </Button>
      )}
    </Group>
  );
}

function Words({ value, onChange }: { value: string; onChange: (words: string | undefined) => void }) {
  const { t } = useTranslation("studies");
  const [words, setWords] = useState(value);
  const search = () => {
    if (words.trim() !== value) onChange(words.trim() || undefined);
  };
  return (
    <TextInput
      type="search"
      label={t("justifications.words")}
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: "100%", xs: 260 }}
      maxLength={200}
      value={words}
      onChange={(event) => setWords(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") search();
      }}
      onBlur={search}
    />
  );
}
