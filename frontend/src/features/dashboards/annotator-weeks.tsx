import { SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AnnotatorDetail, FigureName } from "@/api/dashboards";
import { LineChart } from "@/components/charts/line-chart";
import { useSmallNote } from "@/components/charts/small-note";
import { Section } from "@/components/section";
import { formatDay, formatMinutes, formatNumber, formatPercent, formatSeconds } from "@/lib/format";

const FIGURES = ["seconds", "edit_share", "jaccard", "tokens"] as const satisfies readonly FigureName[];
const DAY_MS = 86_400_000;

const dayOf = (days: number) => new Date(days * DAY_MS).toISOString().slice(0, 10);

const ticks: Partial<Record<FigureName, (value: number) => string>> = {
  seconds: formatMinutes,
  tokens: (value) => formatNumber(value),
};

const format: Record<FigureName, (value: number) => string> = {
  seconds: formatSeconds,
  edit_share: (value) => formatPercent(value, 1),
  jaccard: (value) => formatNumber(value, 2),
  tokens: (value) => formatNumber(value, 1),
};

/** The same four figures week by week, beside what the others would have had in the same rounds. */
export function AnnotatorWeeks({ weeks }: { weeks: AnnotatorDetail["weeks"] }) {
  const { t } = useTranslation("dashboards");
  const smallNote = useSmallNote();
  const note = smallNote(weeks.map(({ start, n }) => ({ name: formatDay(start), n })));
  const points = (figure: FigureName, of: "mean" | "pool_mean") =>
    weeks.flatMap(({ start, figures }) => {
      const y = figures[figure][of];
      return y === null ? [] : [{ x: Date.parse(start) / DAY_MS, y }];
    });
  const drawn = FIGURES.filter((figure) => points(figure, "mean").length > 0);
  return (
    <Section title={t("annotator.weeks")} description={[t("annotator.weeks_text"), note].filter(Boolean).join(" ")}>
      {drawn.length === 0 ? (
        <Text c="dimmed">{t("annotator.nothing_yet")}</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          {drawn.map((figure) => (
            <LineChart
              key={figure}
              title={t(`figure.${figure}_mean`)}
              xName={t("calendar.week")}
              formatX={(value) => formatDay(dayOf(value))}
              formatPoint={(value) => formatDay(dayOf(value), "week")}
              formatY={format[figure]}
              formatTick={ticks[figure]}
              isTime={figure === "seconds"}
              series={[
                { name: t("annotator.person"), points: points(figure, "mean") },
                { name: t("annotator.pool"), points: points(figure, "pool_mean") },
              ]}
            />
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}
