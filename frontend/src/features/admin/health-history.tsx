import { SegmentedControl, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { HealthPoint } from "@/api/types";
import { LineChart } from "@/components/charts/line-chart";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatBytes, formatClock, formatMinutes, formatNumber, formatSeconds } from "@/lib/format";
import { historyQuery } from "./api/installation";

const SPANS = ["day", "month"] as const;

/** What the clock measured, as lines over time. */
export function HealthHistory() {
  const { t } = useTranslation("admin");
  const { span = "day" } = useSearch({ from: "/shell/admin/health" });
  const navigate = useNavigate({ from: "/admin/health" });
  const query = useQuery(historyQuery(span));
  return (
    <Section
      title={t("health.history")}
      description={t("health.history_text")}
      actions={
        <SegmentedControl
          aria-label={t("health.span.label")}
          value={span}
          data={SPANS.map((value) => ({ value, label: t(`health.span.${value}`) }))}
          onChange={(value) => void navigate({ search: value === "month" ? { span: value } : {}, replace: true })}
        />
      }
    >
      <QueryView query={query}>
        {(points) =>
          points.length === 0 ? (
            <Text c="dimmed" size="sm">
              {t("health.no_history")}
            </Text>
          ) : (
            <Charts points={points} />
          )
        }
      </QueryView>
    </Section>
  );
}

type Key = keyof Omit<HealthPoint, "at">;

function Charts({ points }: { points: HealthPoint[] }) {
  const { t } = useTranslation("admin");
  const line = (key: Key) => ({
    name: t(`health.line.${key}`),
    points: points.flatMap((point) => {
      const y = point[key];
      return y === null ? [] : [{ x: new Date(point.at).getTime(), y }];
    }),
  });
  const at = (x: number) => formatClock(new Date(x).toISOString());
  const common = { xName: t("health.at"), formatX: at, formatPoint: at };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <LineChart
        {...common}
        titled
        title={t("health.line.workers")}
        series={[line("workers")]}
        formatY={whole}
        isCount
      />
      <LineChart
        {...common}
        titled
        title={t("health.line.jobs")}
        series={[line("queued"), line("running"), line("failed")]}
        formatY={whole}
        isCount
      />
      <LineChart
        {...common}
        titled
        title={t("health.line.longest_wait")}
        series={[line("longest_wait")]}
        formatY={formatSeconds}
        formatTick={formatMinutes}
        isTime
      />
      <LineChart
        {...common}
        titled
        title={t("health.line.database_bytes")}
        series={[line("database_bytes")]}
        formatY={formatBytes}
      />
      <LineChart
        {...common}
        titled
        title={t("health.line.disk_free_bytes")}
        series={[line("disk_free_bytes")]}
        formatY={formatBytes}
      />
    </SimpleGrid>
  );
}

const whole = (value: number) => formatNumber(value);
