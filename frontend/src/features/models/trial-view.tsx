import { Alert, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Trial } from "@/api/models";
import { JobProgress } from "@/components/job-progress";
import { QueryView } from "@/components/query-view";
import { formatNumber } from "@/lib/format";
import { isActive } from "@/lib/queries/jobs";
import { messageOf, remedyOf } from "@/lib/server-messages";
import { trialQuery } from "./api/models";
import { TrialResultView } from "./trial-result";

interface TrialViewProps {
  projectId: number;
  trialId: number;
  /** Just asked for: the eyes and the focus go to where the answer will be. */
  isNew: boolean;
}

export function TrialView({ projectId, trialId, isNew }: TrialViewProps) {
  const { t } = useTranslation("models");
  const query = useQuery(trialQuery(projectId, trialId));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isNew) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, [isNew]);
  return (
    <Stack component="section" gap="sm" aria-label={t("try.result")}>
      <Title order={3} ref={heading} tabIndex={-1} w="fit-content">
        {t("try.result")}
      </Title>
      <QueryView query={query}>{(trial) => <Outcome projectId={projectId} trial={trial} />}</QueryView>
    </Stack>
  );
}

function Outcome({ projectId, trial }: { projectId: number; trial: Trial }) {
  const { t } = useTranslation("models");
  const { result, job, image, version } = trial;
  const active = isActive(job);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t("try.of", { version: `${version.connection.name} ${version.label}`, image: image.name })}
      </Text>
      {!result && <JobProgress projectId={projectId} job={job} />}
      <div role="status">
        {result ? (
          <Text size="sm">
            {t(result.problem ? "try.stopped_after" : "try.took", { seconds: formatNumber(result.seconds, 1) })}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {active ? t("try.working") : job.state === "failed" ? "" : t("try.stopped")}
          </Text>
        )}
      </div>
      {result?.problem && (
        <Alert role="alert" color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t("try.failed")}>
          {messageOf(result.problem)} {remedyOf(result.problem)}
        </Alert>
      )}
      {result && <TrialResultView image={image} result={result} />}
    </Stack>
  );
}
