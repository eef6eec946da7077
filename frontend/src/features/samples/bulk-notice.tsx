import { Alert, Button, CloseButton, Group, List, Loader, Progress, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleAct } from "@/api/types";
import { useTakeBack } from "@/components/act-notice";
import { ErrorNotice } from "@/components/error-notice";
import { WhyItWaits } from "@/components/job-progress";
import { TextLink } from "@/components/link-button";
import { formatNumber } from "@/lib/format";
import { jobQuery, retryJob } from "@/lib/queries/jobs";
import { messageOf } from "@/lib/server-messages";
import { sampleActQuery, undoSampleAct } from "./api/sample-acts";

interface BulkNoticeProps {
  projectId: number;
  act: number;
  onClose: () => void;
  /** Told of the act that takes this one back: its notice follows. */
  onAct: (act: number) => void;
}

/** How an act on many samples goes on, what came of it, and what was refused and why. */
export function BulkNotice({ projectId, act: id, onClose, onAct }: BulkNoticeProps) {
  const { t } = useTranslation("samples");
  const { t: common } = useTranslation("common");
  const { data: act, error } = useQuery(sampleActQuery(projectId, id));
  useReadAgain(projectId, act?.state);
  if (error) return <ErrorNotice error={error} />;
  if (!act) return null;
  const { counts } = act;
  const told = counts.total - counts.pending;
  return (
    <Alert
      color={act.state === "stopped" || counts.refused > 0 ? "yellow" : "accent"}
      role="region"
      aria-label={t("bulk.outcome")}
    >
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={550} role="status">
          {act.state === "running" && <Loader size={12} me={6} aria-hidden />}
          <Outcome act={act} />
        </Text>
        <Group gap="xs" wrap="nowrap">
          <WhatNow projectId={projectId} act={act} onAct={onAct} />
          <CloseButton aria-label={common("action.close")} onClick={onClose} />
        </Group>
      </Group>
      {act.state === "running" && (
        <>
          <Progress.Root size="sm" mt="xs">
            <Progress.Section
              value={counts.total > 0 ? (100 * told) / counts.total : 0}
              animated
              aria-label={t("bulk.outcome")}
            />
          </Progress.Root>
          {act.job !== null && <Waiting projectId={projectId} job={act.job} />}
        </>
      )}
      <Reasons act={act} />
    </Alert>
  );
}

/** What the job has changed stands in lists and on the pages of samples. */
function useReadAgain(projectId: number, state: SampleAct["state"] | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (state === undefined || state === "running") return;
    void client.invalidateQueries({ queryKey: ["projects", projectId] });
    void client.invalidateQueries({ queryKey: ["samples"] });
  }, [client, projectId, state]);
}

function Waiting({ projectId, job }: { projectId: number; job: number }) {
  const { data } = useQuery(jobQuery(projectId, job));
  return data ? <WhyItWaits job={data} /> : null;
}

function Outcome({ act: { verb, state, counts, split, undoes } }: { act: SampleAct }) {
  const { t } = useTranslation("samples");
  const said = (count: number) => ({ count, number: formatNumber(count) });
  if (state === "running") {
    const numbers = { done: formatNumber(counts.total - counts.pending), total: formatNumber(counts.total) };
    return <>{t("bulk.running", numbers)}</>;
  }
  const parts = [
    verb === "split" && undoes !== null
      ? t("bulk.done.split_back", said(counts.done))
      : t(`bulk.done.${verb}`, { ...said(counts.done), split: split || t("bulk.no_split") }),
    counts.unchanged > 0 && t("bulk.unchanged", said(counts.unchanged)),
    counts.refused > 0 && t("bulk.refused", said(counts.refused)),
    state === "stopped" && t("bulk.stopped", said(counts.pending)),
  ];
  return <>{parts.filter(Boolean).join(" ")}</>;
}

/** What may be done after it: taken back, gone on with, looked at. */
function WhatNow({ projectId, act, onAct }: { projectId: number; act: SampleAct; onAct: (act: number) => void }) {
  const { t } = useTranslation("samples");
  const client = useQueryClient();
  const undo = useTakeBack(projectId);
  const again = useMutation({
    mutationFn: (job: number) => retryJob(projectId, job),
    onSuccess: () => client.invalidateQueries({ queryKey: sampleActQuery(projectId, act.id).queryKey }),
  });
  const back = useMutation({
    mutationFn: () => undoSampleAct(projectId, act.id),
    onSuccess: (begun) => {
      client.setQueryData(sampleActQuery(projectId, begun.id).queryKey, begun);
      void client.invalidateQueries({ queryKey: sampleActQuery(projectId, act.id).queryKey });
      onAct(begun.id);
    },
  });
  const { job, review_act: onAnswers } = act;
  if (act.state === "stopped" && job !== null) {
    return (
      <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate(job)}>
        {t("bulk.go_on")}
      </Button>
    );
  }
  if (act.state === "done" && act.batch !== null) {
    return (
      <TextLink size="sm" to="/projects/$projectId/quality/batches" params={{ projectId: String(projectId) }}>
        {t("bulk.see_batches")}
      </TextLink>
    );
  }
  if (back.error) return <ErrorNotice error={back.error} />;
  if (act.may_undo) {
    return (
      <Button variant="default" size="xs" loading={back.isPending} onClick={() => back.mutate()}>
        {t("bulk.take_back")}
      </Button>
    );
  }
  if (act.state !== "done" || onAnswers === null) return null;
  if (undo.error) return <ErrorNotice error={undo.error} />;
  return (
    <Button
      variant="default"
      size="xs"
      loading={undo.isPending}
      disabled={undo.isSuccess}
      onClick={() => undo.mutate(onAnswers)}
    >
      {t(undo.isSuccess ? "bulk.taken_back" : "bulk.take_back")}
    </Button>
  );
}

/** Each reason once with of how many samples, then the samples, on request. */
function Reasons({ act }: { act: SampleAct }) {
  const { t } = useTranslation("samples");
  const [isOpen, setOpen] = useState(false);
  if (act.reasons.length === 0) return null;
  const id = `problems-${act.id}`;
  return (
    <>
      <List size="sm" mt="xs">
        {act.reasons.map((reason) => (
          <List.Item key={`${messageOf(reason)} ${reason.refused}`}>
            {t("bulk.reason", {
              said: messageOf(reason),
              count: reason.count,
              number: formatNumber(reason.count),
            })}
          </List.Item>
        ))}
      </List>
      <Button
        variant="subtle"
        size="compact-sm"
        mt={4}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen((open) => !open)}
      >
        {t("bulk.which")}
      </Button>
      {isOpen && (
        <List size="sm" mt={4} id={id} aria-label={t("bulk.which")}>
          {act.problems.map((problem) => (
            <List.Item key={problem.sample}>
              <TextLink size="sm" to="/samples/$sampleId" params={{ sampleId: String(problem.sample) }}>
                {problem.name}
              </TextLink>
              {`: ${messageOf(problem)}`}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
