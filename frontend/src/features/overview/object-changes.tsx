import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Overview } from "@/api/types";
import { Section } from "@/components/section";
import { Stat } from "@/components/stat";
import { formatNumber, formatPercent } from "@/lib/format";

const order = ["kept", "edited", "merged", "added", "removed"] as const;

export function ObjectChanges({ objects }: { objects: Overview["objects"] }) {
  const { t } = useTranslation("overview");
  const total = order.reduce((sum, key) => sum + objects[key], 0);
  if (total === 0) return null;
  return (
    <Section title={t("objects.title")}>
      <Group component="dl" gap="xl">
        {order.map((key) => (
          <Stat
            key={key}
            label={t(`objects.${key}`)}
            value={formatNumber(objects[key])}
            hint={formatPercent(objects[key] / total)}
          />
        ))}
      </Group>
    </Section>
  );
}
