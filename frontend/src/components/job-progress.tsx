import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconHourglass, IconPlugConnectedX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Job } from "@/api/types";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { cancelJob, dismissJob, isActive, retryJob } from "@/lib/queries/jobs";
import { useMayLead } from "@/lib/queries/projects";
import { messageOf, remedyOf, titleOf } from "@/lib/server-messages";
import { ErrorNotice } from "./error-notice";
import { StateBadge } from "./state-badge";
import { Time } from "./time";

export function NoWorkerNotice() {
  const { t } = useTranslation("common");
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<IconPlugConnectedX size={18} aria-hidden />}
      title={t("job.no_worker_title")}
    >
      {t("job.no_worker")}
    </Alert>
  );
}

interface JobProgressProps {
  projectId: number;
  job: Job;
  /** What running it again is called, where it goes on instead. */
  retryLabel?: string;
  /** Whether a failed one can be let be: where it waits for somebody, and not in a list of all there were. */
  isDismissible?: boolean;
}

const jobTitle = ({ name, title }: Job) => titleOf("job", name.replaceAll(".", "_"), title);

/** One background job: state, how far, why it failed, and what can be done about it. */
export function JobProgress({ projectId, job, retryLabel, isDismissible }: JobProgressProps) {
  const { t } = useTranslation("common");
  const percent = job.total > 0 ? (100 * job.done) / job.total : 0;
  const active = isActive(job);
  const mayAct = useMayLead(projectId);
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={550} size="sm">
            {jobTitle(job)}
          </Text>
          <StateBadge state={job.state} />
        </Group>
        <Text size="xs" c="dimmed">
          <Time at={job.finished_at ?? job.started_at ?? job.created_at} />
        </Text>
      </Group>
      {active && (
        <Progress.Root size="sm">
          <Progress.Section value={percent} animated={job.state === "running"} aria-label={jobTitle(job)} />
        </Progress.Root>
      )}
      {job.error?.message && (
        <Text size="sm" c="var(--mantine-color-error)">
          {messageOf(job.error)} {remedyOf(job.error)}
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {job.total > 0 && t("job.progress", { done: formatNumber(job.done), total: formatNumber(job.total) })}
          {job.note && ` · ${messageOf(job.note)}`}
          {job.attempts > 1 && ` · ${t("job.attempts", { count: job.attempts })}`}
        </Text>
        {mayAct && <JobActions {...{ projectId, job, retryLabel, isDismissible }} />}
      </Group>
      {active && <WhyItWaits job={job} />}
    </Stack>
  );
}

/** Nobody is there, nothing can be sent, or others come first: a bar that stands still says why. */
export function WhyItWaits({ job }: { job: Job }) {
  if (!job.worker_alive) return <NoWorkerNotice />;
  if (!job.waiting) return null;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" role="status">
      <IconHourglass size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <Text size="sm">{messageOf(job.waiting)}</Text>
    </Group>
  );
}

function JobActions({ projectId, job, retryLabel, isDismissible = false }: JobProgressProps) {
  const { t } = useTranslation("common");
  const client = useQueryClient();
  const done = (message: string) => {
    notifyDone(message);
    return client.invalidateQueries({ queryKey: ["projects", projectId] });
  };
  const cancel = useMutation({
    mutationFn: () => cancelJob(projectId, job.id),
    onSuccess: () => done(t("job.cancelled")),
  });
  const retry = useMutation({
    mutationFn: () => retryJob(projectId, job.id),
    onSuccess: () => done(t("job.retried")),
  });
  const dismiss = useMutation({
    mutationFn: () => dismissJob(projectId, job.id),
    onSuccess: () => done(t("job.dismissed")),
  });
  const error = cancel.error ?? retry.error ?? dismiss.error;
  return (
    <>
      {isActive(job) && (
        <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("job.cancel")}
        </Button>
      )}
      {(job.state === "failed" || job.state === "cancelled") && (
        <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          {retryLabel ?? t("job.retry")}
        </Button>
      )}
      {isDismissible && job.state === "failed" && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          {t("job.dismiss")}
        </Button>
      )}
      {error && <ErrorNotice error={error} />}
    </>
  );
}
