import { Group, NumberInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Limits } from "./limits";

interface LimitFieldsProps {
  limits: Limits;
  /** Without prices nobody knows when a sum is reached. */
  priced: boolean;
  problems: Record<string, string>;
  onChange: (changes: Partial<Limits>) => void;
}

/** How far an enrichment may go, in images and in money; empty is without a limit. */
export function LimitFields({ limits, priced, problems, onChange }: LimitFieldsProps) {
  const { t } = useTranslation("enrichments");
  return (
    <Group align="flex-end" gap="md">
      <NumberInput
        label={t("new.most_samples")}
        description={t("new.most_samples_hint")}
        flex="1 1 240px"
        maw={340}
        min={1}
        max={2_147_483_647}
        allowDecimal={false}
        value={limits.most_samples}
        error={problems.most_samples}
        onChange={(most_samples) => onChange({ most_samples })}
      />
      <NumberInput
        label={t("new.most_cost")}
        description={t(priced ? "new.most_cost_hint" : "new.no_prices")}
        flex="1 1 240px"
        maw={340}
        min={0}
        max={1_000_000_000}
        disabled={!priced}
        value={limits.most_cost}
        error={problems.most_cost}
        onChange={(most_cost) => onChange({ most_cost })}
      />
    </Group>
  );
}
