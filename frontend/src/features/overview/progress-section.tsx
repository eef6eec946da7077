import { Box, Group, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Overview } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { Section } from "@/components/section";
import { Stat } from "@/components/stat";
import { formatNumber, formatPercent } from "@/lib/format";
import { DayBars } from "./day-bars";

type StageRow = Overview["progress"]["by_stage"][number];

export function ProgressSection({ overview }: { overview: Overview }) {
  const { t } = useTranslation("overview");
  const { progress, days } = overview;
  const { samples, done } = progress;
  const columns: Column<StageRow>[] = [
    { key: "stage", header: t("progress.stage"), label: "", render: (row) => <Text fw={550} fz="inherit">{row.title}</Text> },
    { key: "open", header: t("progress.open"), end: true, render: (row) => formatNumber(row.open) },
    { key: "held", header: t("progress.held"), end: true, render: (row) => formatNumber(row.held) },
    { key: "done", header: t("progress.done"), end: true, render: (row) => formatNumber(row.done) },
  ];
  return (
    <Section title={t("progress.title")}>
      <Stack gap="lg">
        <Box>
          <Progress.Root size="lg">
            <Progress.Section
              value={samples ? (100 * done) / samples : 0}
              aria-label={t("progress.bar", { done, samples })}
            />
          </Progress.Root>
          <Group component="dl" gap="xl" mt="md">
            <Stat
              label={t("progress.done")}
              value={`${formatNumber(done)} / ${formatNumber(samples)}`}
              hint={samples ? formatPercent(done / samples) : ""}
            />
            <Stat label={t("progress.open")} value={formatNumber(progress.open)} />
            <Stat label={t("progress.waiting")} value={formatNumber(progress.waiting)} />
            <Stat label={t("progress.withdrawn")} value={formatNumber(progress.withdrawn)} />
          </Group>
        </Box>
        <SimpleGrid cols={{ base: 1, lg: days.length > 0 ? 2 : 1 }} spacing="xl">
          <DataTable
            name={t("progress.by_stage")}
            columns={columns}
            rows={progress.by_stage}
            rowKey={(row) => row.key}
          />
          {days.length > 0 && <DayBars days={days} />}
        </SimpleGrid>
      </Stack>
    </Section>
  );
}
