import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { QueryView } from "@/components/query-view";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { loopQuery } from "./api/learning";
import { HarmsSection } from "./harms-section";
import { LoopSection } from "./loop-section";
import { RunningSection } from "./running-section";
import { TimelineSection } from "./timeline-section";
import { TrainingDialog } from "./training-dialog";
import { TrainingsSection } from "./trainings-section";
import { useOpenTraining } from "./use-open-training";

/** How the project's model learns from people: the loop, what it does now, and what it did. */
export default function LearningPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("learning");
  const query = useQuery(loopQuery(projectId));
  const { opened, close } = useOpenTraining();
  const mayLead = useMayLead(projectId);
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <QueryView query={query}>
      {(loop) => (
        <Stack>
          <LoopSection projectId={projectId} loop={loop} />
          {loop.training_run && <RunningSection projectId={projectId} run={loop.training_run} />}
          <TimelineSection projectId={projectId} newest={`${loop.state} ${String(loop.training_run?.state)}`} />
          <TrainingsSection
            projectId={projectId}
            newest={`${String(loop.training_run?.id)} ${String(loop.training_run?.state)}`}
          />
          {mayLead && <HarmsSection projectId={projectId} />}
          {opened !== null && <TrainingDialog projectId={projectId} trainingId={opened} onClose={close} />}
        </Stack>
      )}
    </QueryView>
  );
}
