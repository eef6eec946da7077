import { Button, Group, SegmentedControl, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { personName } from "@/lib/people";
import { projectQuery } from "@/lib/queries/projects";
import { annotatorQualityQuery, batchesQuery, qualityQuery } from "@/lib/queries/quality";
import type { ReviewFilters } from "./api/review";

interface FilterBarProps {
  projectId: number;
  filters: ReviewFilters;
  onChange: (changes: ReviewFilters) => void;
}

const states = ["open", "settled", "all"] as const;
const width = { base: "calc(50% - 6px)", xs: 180 };

function useChoices(projectId: number) {
  const { t } = useTranslation("review");
  const codes = useQuery(qualityQuery(projectId)).data;
  const people = useQuery(annotatorQualityQuery(projectId)).data ?? [];
  const batches = useQuery(batchesQuery(projectId)).data ?? [];
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const names = new Map(people.map(({ user }) => [String(user.id), personName(user)]));
  return {
    code: (codes?.codes ?? []).map(({ code, title }) => {
      const count = codes?.open_by_code[code] ?? 0;
      return { value: code, label: count ? t("filter.code_count", { title, count }) : title };
    }),
    annotator: [...names].map(([value, label]) => ({ value, label })),
    stage: stages.map(({ key, title }) => ({ value: key, label: title })),
    batch: batches.map(({ id, number, title }) => ({
      value: String(id),
      label: t("filter.batch_name", { number, title }),
    })),
  };
}

export function ReviewFilterBar({ projectId, filters, onChange }: FilterBarProps) {
  const { t } = useTranslation("review");
  const choices = useChoices(projectId);
  const keys = ["code", "annotator", "stage", "batch"] as const;
  const filtered = keys.some((key) => filters[key]);
  return (
    <Group role="search" align="flex-end" gap="sm" aria-label={t("filter.label")}>
      <SegmentedControl
        aria-label={t("filter.state")}
        value={filters.state ?? "open"}
        data={states.map((state) => ({ value: state, label: t(`filter.state_${state}`) }))}
        onChange={(state) => onChange({ state: state === "open" ? undefined : state })}
      />
      {keys.map((key) => (
        <Select
          key={key}
          label={t(`filter.${key}`)}
          placeholder={t("filter.any")}
          clearable
          w={width}
          value={filters[key] ?? null}
          data={choices[key]}
          onChange={(value) => onChange({ [key]: value ?? undefined })}
        />
      ))}
      {filtered && (
        <Button
          variant="subtle"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => onChange({ code: undefined, annotator: undefined, stage: undefined, batch: undefined })}
        >
          {t("filter.clear")}
        </Button>
      )}
    </Group>
  );
}
