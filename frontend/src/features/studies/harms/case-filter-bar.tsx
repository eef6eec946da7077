import { Button, Group, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { HarmRun } from "@/api/harms";
import type { CaseFilters } from "../api/harms";
import { MEASURES, VERDICTS } from "./names";

interface CaseFilterBarProps {
  run: HarmRun | undefined;
  filters: CaseFilters;
  onChange: (changes: CaseFilters) => void;
}

const KEYS = ["measure", "word", "verdict"] as const;
const NONE: CaseFilters = { measure: undefined, word: undefined, verdict: undefined };
const width = { base: "calc(50% - 6px)", xs: 260 };

export const isFiltered = (filters: CaseFilters) => KEYS.some((key) => filters[key] !== undefined);

/** Which cases are read: of one measure, of one word, with one verdict. All of it stands in the address. */
export function CaseFilterBar({ run, filters, onChange }: CaseFilterBarProps) {
  const { t } = useTranslation("harms");
  const ofMeasure = (run?.words ?? []).filter(({ measure }) => !filters.measure || measure === filters.measure);
  const words = [...ofMeasure.map(({ word }) => word), filters.word ?? ""].filter((word) => word !== "");
  const choices = {
    measure: MEASURES.map((value) => ({ value, label: t(`measure.${value}`) })),
    word: [...new Set(words)].map((value) => ({ value, label: value })),
    verdict: (["unread", ...VERDICTS] as const).map((value) => ({ value, label: t(`verdict.${value}`) })),
  };
  return (
    <Group role="search" align="flex-end" gap="sm" aria-label={t("filter.label")}>
      {KEYS.map((key) => (
        <Select
          key={key}
          label={t(`filter.${key}`)}
          placeholder={t("filter.any")}
          clearable
          searchable={key === "word"}
          w={width}
          value={filters[key] ?? null}
          data={choices[key]}
          onChange={(value) =>
            onChange({ [key]: value ?? undefined, ...(key === "measure" ? { word: undefined } : {}) })
          }
        />
      ))}
      {isFiltered(filters) && (
        <Button variant="subtle" leftSection={<IconX size={16} aria-hidden />} onClick={() => onChange(NONE)}>
          {t("filter.clear")}
        </Button>
      )}
    </Group>
  );
}
