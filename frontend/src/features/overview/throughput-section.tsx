import { SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Day } from "@/api/dashboards";
import { BarChart } from "@/components/charts/bar-chart";
import { Section } from "@/components/section";
import { formatDay, formatNumber } from "@/lib/format";

const DAY_MS = 86_400_000;

/** Every day between the first and the last: nothing done on a day is a figure, too. */
export function allDays(days: Day[]): Day[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const complete: Day[] = [];
  for (let time = Date.parse(first.day); time <= Date.parse(last.day); time += DAY_MS) {
    const day = new Date(time).toISOString().slice(0, 10);
    complete.push(known.get(day) ?? { day, submissions: 0, finished_samples: 0 });
  }
  return complete;
}

/** What comes in and what gets finished, day by day. */
export function ThroughputSection({ days }: { days: Day[] }) {
  const { t } = useTranslation("overview");
  const shown = allDays(days);
  const bars = (of: "submissions" | "finished_samples") =>
    shown.map((day) => ({ name: formatDay(day.day, "day"), value: day[of] }));
  const total = (of: "submissions" | "finished_samples") => formatNumber(shown.reduce((sum, day) => sum + day[of], 0));
  return (
    <Section title={t("throughput.title")} description={t("throughput.text", { count: shown.length })}>
      {shown.length === 0 ? (
        <Text c="dimmed">{t("throughput.none")}</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <BarChart
            title={t("throughput.submissions")}
            description={t("throughput.in_all", { total: total("submissions") })}
            xName={t("throughput.day")}
            yName={t("throughput.submissions")}
            isOverTime
            bars={bars("submissions")}
          />
          <BarChart
            title={t("throughput.finished")}
            description={t("throughput.in_all", { total: total("finished_samples") })}
            xName={t("throughput.day")}
            yName={t("throughput.finished")}
            isOverTime
            bars={bars("finished_samples")}
          />
        </SimpleGrid>
      )}
    </Section>
  );
}
