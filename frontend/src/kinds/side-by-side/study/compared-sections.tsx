import { useTranslation } from "react-i18next";
import type { ComparedResults } from "@/api/studies";
import { useSmallNote } from "@/components/charts/small-note";
import { StackedBar } from "@/components/charts/stacked-bar";
import { Section } from "@/components/section";
import { Stack } from "@mantine/core";
import { AgreementSection } from "../../rating/agreement-section";
import { EffectsSection } from "./effects-section";
import { levelNames } from "./levels";
import { NetChart } from "./net-chart";
import { PercentTable } from "./percent-table";

/** What comes of comparisons: by metric, in sum, and what else may have decided. */
export function ComparedSections({ results }: { results: ComparedResults }) {
  const { t } = useTranslation("studies");
  const levels = levelNames(t, results.sources);
  const small = useSmallNote();
  const few = small(results.metrics.map(({ title, n }) => ({ name: title, n })));
  const [first = "", second = ""] = results.sources;
  return (
    <>
      <Section title={t("shares.title")} description={t("shares.text", { first, second })}>
        <Stack gap="lg">
          <StackedBar
            title={t("shares.chart")}
            titled={false}
            rowName={t("list.metric")}
            levels={levels}
            rows={results.metrics.map(({ title, counts, percent }) => ({
              name: title,
              counts,
              ...(percent ? { percent } : {}),
            }))}
            diverging
            note={few}
          />
          <PercentTable results={results} />
        </Stack>
      </Section>
      <Section title={t("net.title")} description={t("net.text", { first, second })}>
        <Stack gap="lg">
          <NetChart
            title={t("net.by_metric")}
            first={first}
            second={second}
            rows={results.metrics.map(({ title, n, net }) => ({ ...net, title, n }))}
          />
          <NetChart
            title={t("net.umbrellas")}
            description={t("net.umbrellas_text")}
            first={first}
            second={second}
            rows={results.umbrellas}
          />
        </Stack>
      </Section>
      <EffectsSection results={results} levels={levels} />
      <AgreementSection agreement={results.agreement} metrics={results.metrics} />
    </>
  );
}
