import { Box, Progress, SimpleGrid, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Overview } from "@/api/dashboards";
import { StackedBar } from "@/components/charts/stacked-bar";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { formatNumber, formatPercent } from "@/lib/format";
import { StageTable } from "./stage-table";

interface ProgressSectionProps {
  projectId: number;
  progress: Overview["progress"];
}

/** How far the samples have come: in all, stage by stage, and split by split. */
export function ProgressSection({ projectId, progress }: ProgressSectionProps) {
  const { t } = useTranslation("overview");
  const { samples, done, by_stage: stages, by_split: splits } = progress;
  const hasSplits = splits.some(({ split }) => split !== "");
  return (
    <Section title={t("progress.title")}>
      <Stack gap="lg">
        <Box>
          <Progress.Root size="lg">
            <Progress.Section
              value={samples ? (100 * done) / samples : 0}
              aria-label={t("progress.bar", { done: formatNumber(done), samples: formatNumber(samples) })}
            />
          </Progress.Root>
          <Stats mt="md">
            <Stat
              label={t("progress.done")}
              value={`${formatNumber(done)} / ${formatNumber(samples)}`}
              hint={samples ? formatPercent(done / samples) : ""}
            />
            <Stat label={t("progress.open")} value={formatNumber(progress.open)} />
            <Stat label={t("progress.waiting")} value={formatNumber(progress.waiting)} />
            {progress.waiting_for_batch > 0 && (
              <Stat label={t("progress.waiting_for_batch")} value={formatNumber(progress.waiting_for_batch)} />
            )}
            <Stat label={t("progress.withdrawn")} value={formatNumber(progress.withdrawn)} />
          </Stats>
        </Box>
        <SimpleGrid cols={{ base: 1, md: hasSplits ? 2 : 1 }} spacing="xl">
          <StackedBar
            title={t("progress.by_stage")}
            rowName={t("progress.stage")}
            levels={[t("progress.passed"), t("progress.here"), t("progress.before")]}
            rows={stages.map(({ title, passed, here, before }) => ({ name: title, counts: [passed, here, before] }))}
          />
          {hasSplits && (
            <StackedBar
              title={t("progress.by_split")}
              rowName={t("progress.split")}
              levels={[t("progress.done"), t("progress.open"), t("progress.waiting_both")]}
              note={splits.some(({ withdrawn }) => withdrawn > 0) ? t("progress.without_withdrawn") : undefined}
              rows={splits.map(({ split, done, open, waiting, waiting_for_batch: forBatch }) => ({
                name: split || t("progress.no_split"),
                counts: [done, open, waiting + forBatch],
              }))}
            />
          )}
        </SimpleGrid>
        <StageTable projectId={projectId} stages={stages} />
      </Stack>
    </Section>
  );
}
