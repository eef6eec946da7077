import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { EnrichmentDetail } from "@/api/enrichments";
import { ErrorNotice } from "@/components/error-notice";
import { WhyItWaits } from "@/components/job-progress";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { isActive } from "@/lib/queries/jobs";
import { useMayLead } from "@/lib/queries/projects";
import { messageOf, remedyOf } from "@/lib/server-messages";
import { enrichmentsKey, stopEnrichment } from "../api/enrichments";
import { EnrichmentStateBadge, endOf } from "./state";

interface PartProps {
  projectId: number;
  enrichment: EnrichmentDetail;
}

/** How far it is and why it ended, with what a lead can do about it. */
export function EnrichmentProgress({ projectId, enrichment }: PartProps) {
  const { t } = useTranslation("enrichments");
  const mayAct = useMayLead(projectId);
  const { job, state } = enrichment;
  const end = endOf(enrichment);
  const active = isActive(job);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <EnrichmentStateBadge run={enrichment} />
        <Text size="sm" role="status">
          {active && job && job.total > 0
            ? t("progress", { count: job.total, done: formatNumber(job.done), total: formatNumber(job.total) })
            : t(`ended.${end.key}`, { count: end.count })}
        </Text>
        {active && mayAct && <StopButton projectId={projectId} enrichment={enrichment} />}
      </Group>
      {active && job && (
        <Progress.Root size="sm">
          <Progress.Section
            value={job.total > 0 ? (100 * job.done) / job.total : 0}
            animated={state === "running"}
            aria-label={t("title")}
          />
        </Progress.Root>
      )}
      {active && job && <WhyItWaits job={job} />}
      {state === "failed" && job?.error && (
        <Text size="sm" c="var(--mantine-color-error)">
          {messageOf(job.error)} {remedyOf(job.error)}
        </Text>
      )}
    </Stack>
  );
}

function StopButton({ projectId, enrichment }: PartProps) {
  const { t } = useTranslation("enrichments");
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => stopEnrichment(projectId, enrichment.id),
    onSuccess: () => {
      notifyDone(t("stopped"));
      return client.invalidateQueries({ queryKey: enrichmentsKey(projectId) });
    },
  });
  return (
    <>
      <Button size="compact-sm" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
        {t("stop")}
      </Button>
      {stop.error && <ErrorNotice error={stop.error} />}
    </>
  );
}
