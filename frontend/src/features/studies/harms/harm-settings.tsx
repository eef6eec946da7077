import { NumberInput, Select, SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { NewHarmRun } from "@/api/harms";
import { ShareInput } from "@/components/share-input";

/** Empty fields are texts. */
export interface Settings {
  threshold: number | string;
  /** A share of an image. */
  covered: number | string;
  parser: NewHarmRun["parser"];
}

/** What the paper took. */
export const USUAL: Settings = { threshold: 0.005, covered: 0.1, parser: "auto" };

const PARSERS = ["auto", "patterns"] as const;

const numberOr = (value: number | string, usual: number | string) => Number(value === "" ? usual : value);

export function sentSettings({ threshold, covered, parser }: Settings): Omit<NewHarmRun, "candidate" | "truth"> {
  return {
    threshold: numberOr(threshold, USUAL.threshold),
    covered: numberOr(covered, USUAL.covered),
    parser,
  };
}

interface HarmSettingsProps {
  settings: Settings;
  problems: Record<string, string>;
  onChange: (settings: Settings) => void;
}

/** Folded away: without a reason nobody departs from what the paper took. */
export function HarmSettings({ settings, problems, onChange }: HarmSettingsProps) {
  const { t } = useTranslation("harms");
  const change = (changes: Partial<Settings>) => onChange({ ...settings, ...changes });
  const isTroubled = ["threshold", "covered", "parser"].some((name) => problems[name]);
  return (
    // Where the server refused something, the part with it is open.
    <details key={String(isTroubled)} open={isTroubled}>
      <Text component="summary" size="sm" fw={550}>
        {t("settings.title")}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} mt="sm" style={{ alignItems: "end" }}>
        <NumberInput
          label={t("settings.threshold")}
          description={t("settings.threshold_hint")}
          min={0}
          max={0.25}
          step={0.001}
          decimalScale={4}
          value={settings.threshold}
          error={problems.threshold}
          onChange={(threshold) => change({ threshold })}
        />
        <ShareInput
          label={t("settings.covered")}
          description={t("settings.covered_hint")}
          max={0.99}
          step={1}
          value={settings.covered}
          error={problems.covered}
          onChange={(covered) => change({ covered })}
        />
        <Select
          label={t("settings.parser")}
          description={t("settings.parser_hint")}
          allowDeselect={false}
          data={PARSERS.map((value) => ({ value, label: t(`settings.parser_${value}`) }))}
          value={settings.parser}
          error={problems.parser}
          onChange={(chosen) => change({ parser: PARSERS.find((parser) => parser === chosen) ?? USUAL.parser })}
        />
      </SimpleGrid>
    </details>
  );
}
