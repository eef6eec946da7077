import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RatedMetric, RatedResults, RatedSource } from "@/api/studies";
import { IntervalBar } from "@/components/charts/interval-bar";
import { scaleOf } from "@/components/charts/scale";
import { useSmallNote } from "@/components/charts/small-note";
import { StackedBar } from "@/components/charts/stacked-bar";
import { DataTable, type Column } from "@/components/data-table";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";
import { AgreementSection } from "../rating/agreement-section";
import { formatRange, formatSigned } from "../rating/signed";

const LEVELS = ["1", "2", "3", "4", "5"];
const SCALE = scaleOf([1, 5], 4);

/** What comes of ratings from 1 to 5: for each metric, source beside source. */
export function RatedSections({ results }: { results: RatedResults }) {
  return (
    <>
      {results.metrics.map((metric) => (
        <RatedSection key={metric.key} metric={metric} sources={results.sources} />
      ))}
      <AgreementSection agreement={results.agreement} metrics={results.metrics} />
    </>
  );
}

function RatedSection({ metric, sources }: { metric: RatedMetric; sources: string[] }) {
  const { t } = useTranslation("studies");
  const small = useSmallNote();
  const few = small(metric.by_source.map(({ source, items }) => ({ name: source, n: items })));
  return (
    <Section title={metric.title} description={t("rated.text")}>
      <Stack gap="lg">
        <StackedBar
          title={t("rated.chart", { metric: metric.title })}
          titled={false}
          rowName={t("list.source")}
          levels={LEVELS}
          rows={metric.by_source.map(({ source, median_counts: counts }) => ({ name: source, counts }))}
          note={few}
        />
        <SourceTable metric={metric} />
        {metric.difference && (
          <Text size="sm">
            {metric.difference.value === null
              ? ((metric.difference.why && messageOf(metric.difference.why)) ?? t("figure.none"))
              : t("rated.difference", {
                  first: sources[0] ?? "",
                  second: sources[1] ?? "",
                  value: formatSigned(metric.difference.value, 2),
                  range: formatRange(metric.difference.low, metric.difference.high, 2),
                })}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function SourceTable({ metric }: { metric: RatedMetric }) {
  const { t } = useTranslation("studies");
  const columns: Column<RatedSource>[] = [
    {
      key: "source",
      header: t("list.source"),
      label: "",
      render: ({ source }) => (
        <Text size="sm" fw={600}>
          {source}
        </Text>
      ),
    },
    {
      key: "mean",
      header: t("rated.mean"),
      end: true,
      render: ({ mean_of_medians: mean }) => formatNumber(mean.value, 2),
    },
    {
      key: "interval",
      header: t("figure.interval"),
      render: ({ mean_of_medians: { value, low, high, why } }) =>
        value === null ? (
          <Text size="xs" c="dimmed">
            {(why && messageOf(why)) ?? t("figure.none")}
          </Text>
        ) : (
          <div style={{ minWidth: 140 }}>
            <IntervalBar scale={SCALE} mean={value} low={low} high={high} />
            <Text size="xs" c="dimmed">
              {low === null || high === null
                ? why && messageOf(why)
                : `${formatNumber(low, 2)} … ${formatNumber(high, 2)}`}
            </Text>
          </div>
        ),
    },
    { key: "items", header: t("rated.items"), end: true, render: ({ items }) => formatNumber(items) },
    {
      key: "ratings",
      header: t("rated.ratings"),
      end: true,
      render: ({ counts }) => formatNumber(counts.reduce((sum, count) => sum + count, 0)),
    },
  ];
  return (
    <DataTable
      name={t("rated.table", { metric: metric.title })}
      columns={columns}
      rows={metric.by_source}
      rowKey={({ source }) => source}
    />
  );
}
