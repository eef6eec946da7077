import { List, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SeedingRun } from "@/api/types";
import { JobProgress } from "@/components/job-progress";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { formatNumber, formatSeconds } from "@/lib/format";
import { isActive } from "@/lib/queries/jobs";
import { messageOf } from "@/lib/server-messages";

/** For those who may look but not start anything. */
export function LastRunSection({ projectId, run }: { projectId: number; run: SeedingRun | null }) {
  const { t } = useTranslation("seeding");
  return (
    <Section title={t("run.last")}>
      {run ? <LastRun projectId={projectId} run={run} /> : <Text c="dimmed">{t("run.never")}</Text>}
    </Section>
  );
}

/** How far a run is, how fast it goes, and what could not be seeded. */
export function LastRun({ projectId, run }: { projectId: number; run: SeedingRun }) {
  const { t } = useTranslation("seeding");
  const speed = useSpeed(run);
  const { unseeded, started } = run.counts;
  const counts = [
    t("run.counts", run.counts),
    unseeded > 0 && t("run.unseeded", { count: unseeded }),
    started > 0 && t("run.started_before", { count: started }),
  ].filter(Boolean);
  return (
    <Stack gap="xs">
      <JobProgress projectId={projectId} job={run.job} retryLabel={t("run.go_on")} />
      {speed && <Text size="sm">{speed}</Text>}
      <Text size="sm" c="dimmed">
        {counts.join(" · ")}
      </Text>
      {run.dropped > 0 && (
        <Text size="sm" c="dimmed">
          {t("run.dropped", { count: run.dropped })}
        </Text>
      )}
      {run.failures.length > 0 && (
        <details>
          <Text component="summary" size="sm">
            {t("run.failures", { count: run.counts.failed })}
          </Text>
          <List size="sm" mt="xs">
            {run.failures.map((failure) => (
              <List.Item key={failure.sample_id}>
                <TextLink to="/samples/$sampleId" params={{ sampleId: String(failure.sample_id) }} fz="inherit">
                  {failure.name}
                </TextLink>
                {": "}
                {messageOf(failure)}
              </List.Item>
            ))}
          </List>
        </details>
      )}
    </Stack>
  );
}

const MINUTE = 60;

/** The server knows how long the rest will take; from that follows how many a minute. */
function useSpeed({ job, seconds_left: left, counts }: SeedingRun): string {
  const { t } = useTranslation("seeding");
  if (!isActive(job) || left === null || left <= 0 || counts.pending === 0) return "";
  const rate = (MINUTE * counts.pending) / left;
  return t("run.speed", { rate: formatNumber(rate, rate < 10 ? 1 : 0), left: formatSeconds(left) });
}
