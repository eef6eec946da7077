import { Progress, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Training } from "@/api/learning";
import { ConfirmButton } from "@/components/confirm-button";
import { WhyItWaits } from "@/components/job-progress";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { useMayLead } from "@/lib/queries/projects";
import { messageOf } from "@/lib/server-messages";
import { cancelTraining, isRunning } from "./api/learning";
import { Curve } from "./curve";
import { FinishForm } from "./finish-form";
import { TrainingStateBadge } from "./training-state";

interface RunningSectionProps {
  projectId: number;
  run: Training;
}

/** The training that is under way, as it happens. */
export function RunningSection({ projectId, run }: RunningSectionProps) {
  const { t } = useTranslation("learning");
  const client = useQueryClient();
  const mayAct = useMayLead(projectId);
  const cancel = (
    <ConfirmButton
      title={t("cancel.title")}
      text={t("cancel.text")}
      confirmLabel={t("cancel.confirm")}
      onConfirm={async () => {
        await cancelTraining(projectId, run.id);
        notifyDone(t("cancel.done"));
        await client.invalidateQueries({ queryKey: ["projects", projectId] });
      }}
    >
      {t("cancel.open")}
    </ConfirmButton>
  );
  const { connection, base, finished_samples: count } = run;
  return (
    <Section
      title={t("running.title", { name: connection.name })}
      description={t("running.text", { base: base.label, count })}
      actions={mayAct && cancel}
    >
      <Stack>
        <Steps run={run} />
        {run.job && isRunning(run) && <WhyItWaits job={run.job} />}
        {run.state === "waiting" && mayAct && <FinishForm projectId={projectId} run={run} />}
        {run.state !== "waiting" && <Curve projectId={projectId} trainingId={run.id} running={isRunning(run)} />}
      </Stack>
    </Section>
  );
}

function Steps({ run }: { run: Training }) {
  const { t } = useTranslation("learning");
  const { step, steps, note } = run.progress;
  return (
    <div>
      <TrainingStateBadge state={run.state} />
      {steps > 0 && (
        <Progress
          value={(100 * step) / steps}
          size="md"
          mt="xs"
          animated={isRunning(run)}
          aria-label={t("running.progress")}
        />
      )}
      <Text size="sm" c="dimmed" mt={4} role="status">
        {[t(`training_text.${run.state}`), steps > 0 && t("running.step", { step, steps }), note && messageOf(note)]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </div>
  );
}
