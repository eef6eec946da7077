import { SimpleGrid } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Stopping, Threshold } from "@/api/dashboards";
import { LineChart } from "@/components/charts/line-chart";
import { Section } from "@/components/section";
import { formatNumber, formatPercent } from "@/lib/format";

interface StoppingCurvesProps {
  simulation: Stopping;
  threshold: number;
}

/** The same over all thresholds: where saving begins to cost. */
export function StoppingCurves({ simulation, threshold }: StoppingCurvesProps) {
  const { t } = useTranslation("dashboards");
  const shown = simulation.thresholds;
  const points = (of: (row: Threshold) => number | null) =>
    shown.flatMap((row) => {
      const y = of(row);
      return y === null ? [] : [{ x: row.threshold, y }];
    });
  const usual = {
    xName: t("stopping.threshold"),
    formatX: (value: number) => formatNumber(value, 2),
    mark: { x: threshold, name: t("stopping.marked", { threshold: formatNumber(threshold, 2) }) },
  };
  return (
    <Section title={t("stopping.curves")} description={t("stopping.curves_text")}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <LineChart
          {...usual}
          title={t("stopping.curve_saved")}
          series={[{ name: t("stopping.share_saved"), points: points((row) => row.share_saved) }]}
          formatY={(value) => formatPercent(value, 1)}
        />
        <LineChart
          {...usual}
          title={t("stopping.curve_lost")}
          series={[
            { name: t("stopping.edits_lost"), points: points((row) => row.edit_distance_lost) },
            { name: t("stopping.tokens_lost"), points: points((row) => row.tokens_lost) },
          ]}
          formatY={(value) => formatNumber(value)}
        />
      </SimpleGrid>
    </Section>
  );
}
