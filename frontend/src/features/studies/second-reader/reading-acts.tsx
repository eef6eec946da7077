import { Button, Checkbox, Group, Progress, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { SecondReadingDetail } from "@/api/second-reader";
import { ErrorNotice } from "@/components/error-notice";
import { FormError } from "@/components/form-error";
import { WhyItWaits } from "@/components/job-progress";
import { fieldErrors } from "@/lib/form-errors";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { isActive } from "@/lib/queries/jobs";
import { useMayLead } from "@/lib/queries/projects";
import { messageOf, remedyOf } from "@/lib/server-messages";
import { continueReading, readingsKey, stopReading } from "../api/second-reader";
import { LimitFields } from "../enrichments/limit-fields";
import { sentLimits, type Limits } from "../enrichments/limits";
import { EnrichmentStateBadge, endOf, lostOf } from "../enrichments/state";

interface PartProps {
  projectId: number;
  reading: SecondReadingDetail;
}

/** How far it is and why it ended, with what a lead can do about it. */
export function ReadingProgress({ projectId, reading }: PartProps) {
  const { t } = useTranslation("second_reader");
  const mayAct = useMayLead(projectId);
  const { job, state } = reading;
  const end = endOf(reading);
  const active = isActive(job);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <EnrichmentStateBadge run={reading} />
        <Text size="sm" role="status">
          {active && job && job.total > 0
            ? t("progress", { done: formatNumber(job.done), total: formatNumber(job.total) })
            : t(`ended.${end.key}`, { count: end.count })}
        </Text>
        {active && mayAct && <StopButton projectId={projectId} reading={reading} />}
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

function StopButton({ projectId, reading }: PartProps) {
  const { t } = useTranslation("second_reader");
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => stopReading(projectId, reading.id),
    onSuccess: () => {
      notifyDone(t("stopped"));
      return client.invalidateQueries({ queryKey: readingsKey(projectId) });
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

const FIELDS = ["most_samples", "most_cost"] as const;

/** Go on with what is left, and with what failed where that is wanted; nothing where all is read. */
export function GoOnReading({ projectId, reading }: PartProps) {
  const { t } = useTranslation("second_reader");
  const client = useQueryClient();
  const { counts } = reading;
  const lost = lostOf(reading);
  const priced = reading.usage.cost !== null;
  const left = counts.total === 0 || counts.pending + counts.asked > 0;
  const [limits, setLimits] = useState<Limits>({
    most_samples: reading.most_samples ?? "",
    most_cost: reading.most_cost ?? "",
  });
  const [again, setAgain] = useState(false);
  const go = useMutation({
    mutationFn: () => continueReading(projectId, reading.id, { ...sentLimits(limits, priced), again }),
    onSuccess: () => {
      notifyDone(t("goes_on"));
      return client.invalidateQueries({ queryKey: readingsKey(projectId) });
    },
  });
  if (!left && lost === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <LimitFields
          limits={limits}
          priced={priced}
          problems={fieldErrors(go.error, FIELDS)}
          onChange={(changes) => setLimits({ ...limits, ...changes })}
        />
        {lost > 0 && (
          <Checkbox
            label={t("again", { count: lost })}
            description={t("again_hint")}
            checked={again}
            onChange={(event) => setAgain(event.currentTarget.checked)}
          />
        )}
        <FormError error={go.error} names={FIELDS} />
        <Group>
          <Button type="submit" variant="default" loading={go.isPending} disabled={!left && !again}>
            {t("go_on")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
