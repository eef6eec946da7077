import { useTranslation } from "react-i18next";
import type { Overview } from "@/api/types";
import { BarChart } from "./charts/bar-chart";
import { Section } from "./section";
import { formatNumber, formatPercent } from "@/lib/format";

const order = ["kept", "edited", "merged", "added", "removed"] as const;

/** What became of the objects that a model proposed, and how many it had missed. */
export function ObjectShares({ objects }: { objects: Overview["objects"] }) {
  const { t } = useTranslation("dashboards");
  const total = order.reduce((sum, key) => sum + objects[key], 0);
  if (total === 0) return null;
  return (
    <Section title={t("objects.title")} description={t("objects.text")}>
      <BarChart
        title={t("objects.title")}
        titled={false}
        height={180}
        xName={t("objects.what")}
        yName={t("objects.number")}
        format={(value) => `${formatNumber(value)} (${formatPercent(value / total)})`}
        bars={order.map((key) => ({ name: t(`objects.${key}`), value: objects[key] }))}
      />
    </Section>
  );
}
