import { Box, SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Stopping, Threshold } from "@/api/dashboards";
import { Stat, Stats } from "@/components/stat";
import { formatNumber, formatPercent, formatSeconds } from "@/lib/format";

interface StoppingOutcomeProps {
  simulation: Stopping;
  row: Threshold;
}

/** What this threshold would have spared people, what the texts would lack, and what nobody can know. */
export function StoppingOutcome({ simulation, row }: StoppingOutcomeProps) {
  const { t } = useTranslation("dashboards");
  const perRound = (total: number) => (row.rounds_saved ? total / row.rounds_saved : null);
  const few = row.rounds_saved > 0 && row.rounds_saved < simulation.small_n;
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="xl" aria-live="polite">
      <Part title={t("stopping.saved")}>
        <Stat
          label={t("stopping.rounds_saved")}
          value={formatNumber(row.rounds_saved)}
          hint={
            row.rounds_saved
              ? t("stopping.of_done", {
                  share: formatPercent(row.share_saved, 1),
                  done: formatNumber(simulation.rounds_done),
                })
              : t("stopping.nothing_saved")
          }
        />
        <Stat
          label={t("stopping.time_saved")}
          value={formatSeconds(row.seconds_saved)}
          hint={t("stopping.of_time", { total: formatSeconds(simulation.seconds_done) })}
        />
      </Part>
      <Part title={t("stopping.lost")}>
        <Stat
          label={t("stopping.edits_lost")}
          value={formatNumber(row.edit_distance_lost)}
          hint={
            row.rounds_saved
              ? t("stopping.per_round", { value: formatNumber(perRound(row.edit_distance_lost), 1) })
              : ""
          }
        />
        <Stat
          label={t(row.tokens_lost < 0 ? "stopping.tokens_kept" : "stopping.tokens_lost")}
          value={formatNumber(Math.abs(row.tokens_lost))}
          hint={
            row.tokens_lost === 0
              ? ""
              : t(row.tokens_lost < 0 ? "stopping.tokens_kept_hint" : "stopping.tokens_lost_hint")
          }
        />
      </Part>
      <Box>
        <Text size="sm" fw={620} component="h3" m={0} mb="xs">
          {t("stopping.unknown")}
        </Text>
        <Text size="sm">
          {t("stopping.would_go_on", { count: row.would_go_on, number: formatNumber(row.would_go_on) })}
        </Text>
        {row.would_go_on > 0 && (
          <Text size="sm" mt="xs">
            {t("stopping.unknown_text")}
          </Text>
        )}
        {few && (
          <Text size="sm" mt="xs" fw={550}>
            {t("stopping.few", { number: formatNumber(row.rounds_saved), limit: formatNumber(simulation.small_n) })}
          </Text>
        )}
      </Box>
    </SimpleGrid>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Box>
      <Text size="sm" fw={620} component="h3" m={0} mb="xs">
        {title}
      </Text>
      <Stats>{children}</Stats>
    </Box>
  );
}
