import { Button, Group, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { HarmRun } from "@/api/harms";
import type { CaseFilters } from "../api/harms";
import { ASPECTS, BOUNDS, KINDS, MEASURES, VERDICTS } from "./names";

interface CaseFilterBarProps {
  run: HarmRun | undefined;
  filters: CaseFilters;
  onChange: (changes: CaseFilters) => void;
}

const KEYS = ["measure", "bound", "kind", "aspect", "word", "synset", "version", "arm", "verdict"] as const;
type Key = (typeof KEYS)[number];
interface Choice {
  value: string;
  label: string;
}

/** What is asked of one measure means nothing for another. */
const OF_MEASURE: CaseFilters = {
  bound: undefined,
  kind: undefined,
  aspect: undefined,
  word: undefined,
  synset: undefined,
};
const NONE: CaseFilters = { ...OF_MEASURE, measure: undefined, version: undefined, arm: undefined, verdict: undefined };
const width = { base: "calc(50% - 6px)", xs: 220 };

export const isFiltered = (filters: CaseFilters) => KEYS.some((key) => filters[key] !== undefined);

/** Which cases are read: of which measure, bound, word or version, with which verdict; all in the address. */
export function CaseFilterBar({ run, filters, onChange }: CaseFilterBarProps) {
  const { t } = useTranslation("harms");
  const choices = useChoices(run, filters);
  const change = (key: Key, value: string | null) => {
    const chosen = value ?? undefined;
    if (key === "version") onChange({ version: chosen ? Number(chosen) : undefined });
    else onChange({ ...(key === "measure" ? OF_MEASURE : {}), [key]: chosen });
  };
  return (
    <Group role="search" align="flex-end" gap="sm" aria-label={t("filter.label")}>
      {/* What no case of this choice could be asked for is not offered, unless it was asked for already. */}
      {KEYS.filter((key) => choices[key].length > 0 || filters[key] !== undefined).map((key) => (
        <Select
          key={key}
          label={t(`filter.${key}`)}
          placeholder={t("filter.any")}
          clearable
          searchable={key === "word"}
          w={width}
          value={filters[key] === undefined ? null : String(filters[key])}
          data={choices[key]}
          onChange={(value) => change(key, value)}
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

function useChoices(run: HarmRun | undefined, filters: CaseFilters): Record<Key, Choice[]> {
  const { t } = useTranslation("harms");
  const { measure, word: asked = "" } = filters;
  const ofMeasure = (run?.words ?? []).filter((each) => !measure || each.measure === measure);
  const words = [...ofMeasure.map(({ word }) => word), asked].filter((word) => word !== "");
  const arms = (run?.figures ?? []).map(({ arm }) => arm).filter((arm) => arm !== "all");
  const named = (run?.figures ?? []).flatMap(({ absent }) => (absent?.rows ?? []).map(({ synset }) => synset));
  const nameOf = (synset: string) => named.find(({ id }) => id === synset)?.name ?? synset;
  const hasKinds = measure === "demeaning" || measure === "inclusion";
  return {
    measure: MEASURES.map((value) => ({ value, label: t(`measure.${value}`) })),
    bound: measure === "demeaning" ? BOUNDS.map((value) => ({ value, label: t(`bound.${value}`) })) : [],
    kind: hasKinds ? KINDS.map((value) => ({ value, label: t(`graphs.${value}s`) })) : [],
    aspect: (ASPECTS[measure ?? ""] ?? []).map((value) => ({ value, label: t(`aspect.${value}`) })),
    word: [...new Set(words)].map((value) => ({ value, label: value })),
    // Figures lead here by it; nobody is expected to know one.
    synset: filters.synset ? [{ value: filters.synset, label: nameOf(filters.synset) }] : [],
    version: (run?.versions ?? []).map(({ id, connection, label }) => ({
      value: String(id),
      label: `${connection.name} ${label}`,
    })),
    arm: arms.map((value) => ({ value, label: t(`arm.${value}`) })),
    verdict: (["unread", ...VERDICTS] as const).map((value) => ({ value, label: t(`verdict.${value}`) })),
  };
}
