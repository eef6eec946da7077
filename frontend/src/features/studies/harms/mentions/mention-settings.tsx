import { NumberInput, SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { NewMentionRun } from "@/api/mentions";

type Counts = Pick<NewMentionRun, "types" | "splits" | "more_than" | "draws" | "seed">;

/** Empty fields are texts. */
export type MentionCounts = { [Name in keyof Counts]: number | string };

/** What the paper took; it does not say how often the bootstrap is to draw. */
export const USUAL: Counts = { types: 500, splits: 1000, more_than: 900, draws: 400, seed: 1 };

/** From what to what each may go, as the server has it. */
const ENDS: { readonly [Name in keyof Counts]: readonly [number, number] } = {
  types: [1, 500],
  splits: [2, 2000],
  more_than: [0, 1999],
  draws: [10, 2000],
  seed: [0, 2147483647],
};

export const COUNTS = ["types", "splits", "more_than", "draws", "seed"] as const satisfies readonly (keyof Counts)[];

export function sentCounts(counts: MentionCounts): Counts {
  const sent = (name: keyof Counts) => Number(counts[name] === "" ? USUAL[name] : counts[name]);
  return {
    types: sent("types"),
    splits: sent("splits"),
    more_than: sent("more_than"),
    draws: sent("draws"),
    seed: sent("seed"),
  };
}

interface MentionSettingsProps {
  counts: MentionCounts;
  problems: Record<string, string>;
  onChange: (counts: MentionCounts) => void;
}

/** Folded away: without a reason nobody departs from what the paper took. */
export function MentionSettings({ counts, problems, onChange }: MentionSettingsProps) {
  const { t } = useTranslation("mentions");
  const isTroubled = COUNTS.some((name) => problems[name]);
  return (
    // Where the server refused something, the part with it is open.
    <details key={String(isTroubled)} open={isTroubled}>
      <Text component="summary" size="sm" fw={550}>
        {t("settings.title")}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} mt="sm">
        {COUNTS.map((name) => (
          <NumberInput
            key={name}
            label={t(`settings.${name}`)}
            description={t(`settings.${name}_hint`)}
            min={ENDS[name][0]}
            max={ENDS[name][1]}
            allowDecimal={false}
            value={counts[name]}
            error={problems[name]}
            onChange={(value) => onChange({ ...counts, [name]: value })}
          />
        ))}
      </SimpleGrid>
    </details>
  );
}
