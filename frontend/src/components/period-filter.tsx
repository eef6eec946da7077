import { Button, Group, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DayInput } from "./day-input";

export interface PeriodFilters {
  stage?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface PeriodFilterProps {
  filters: PeriodFilters;
  /** The stage shown; where the address names none, the server has chosen one. */
  stage?: string | null;
  stages: { key: string; title: string }[];
  /** Whether looking at all stages at once makes sense. */
  allStages?: boolean;
  onChange: (changes: PeriodFilters) => void;
  onClear: () => void;
  isFiltered: boolean;
  children?: ReactNode;
}

/** Which stage and which days a page of figures looks at. */
export function PeriodFilter({
  filters,
  stage,
  stages,
  allStages = false,
  onChange,
  onClear,
  isFiltered,
  children,
}: PeriodFilterProps) {
  const { t } = useTranslation("dashboards");
  const [cleared, setCleared] = useState(0);
  return (
    <Group role="search" aria-label={t("filter.label")} align="flex-end" gap="sm">
      {stages.length > 1 && (
        <Select
          label={t("filter.stage")}
          placeholder={allStages ? t("filter.all") : undefined}
          clearable={allStages}
          allowDeselect={false}
          w={{ base: "100%", xs: 220 }}
          value={filters.stage ?? stage ?? null}
          data={stages.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(value) => onChange({ stage: value ?? undefined })}
        />
      )}
      <DayInput
        key={`from-${String(cleared)}`}
        label={t("filter.from")}
        value={filters.from}
        max={filters.to}
        onChange={(from) => onChange({ from })}
      />
      <DayInput
        key={`to-${String(cleared)}`}
        label={t("filter.to")}
        value={filters.to}
        min={filters.from}
        onChange={(to) => onChange({ to })}
      />
      {children}
      {isFiltered && (
        <Button
          variant="subtle"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => {
            setCleared(cleared + 1);
            onClear();
          }}
        >
          {t("filter.clear")}
        </Button>
      )}
    </Group>
  );
}
