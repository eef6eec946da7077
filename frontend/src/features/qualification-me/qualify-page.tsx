import { Box, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Gate, MyQualification } from "@/api/hits";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { currentVisit } from "@/lib/crowd-visit";
import { useProjectName } from "@/lib/queries/projects";
import { myQualificationQuery } from "@/lib/queries/qualification";
import { isFinal } from "@/lib/queries/visit";
import { messageOf, remedyOf } from "@/lib/server-messages";
import { ConsentStep } from "./consent-step";
import { GuidelinesStep } from "./guidelines-step";
import { PracticeStep, TestStep } from "./round-steps";
import { useWayToWork } from "./use-way-to-work";
import { EndOfVisit, ToVisitWork } from "./visit-steps";

/** What opens the work of a project: consent, guidelines, practice, test, one after the other. */
export default function QualifyPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("qualify");
  const { t: work } = useTranslation("work");
  const name = useProjectName(projectId);
  const query = useQuery(myQualificationQuery(projectId));
  return (
    <Box maw={860}>
      <PageHeader
        title={t("title")}
        context={name}
        before={currentVisit() === null && <TextLink to="/work">{work("title")}</TextLink>}
        description={name ? `${name} · ${t("description")}` : t("description")}
      />
      <QueryView query={query}>{(mine) => <Steps projectId={projectId} mine={mine} />}</QueryView>
    </Box>
  );
}

function Steps({ projectId, mine }: { projectId: number; mine: MyQualification }) {
  const { t } = useTranslation("qualify");
  const { gate, consent, guidelines, practice, test } = mine;
  const goOn = useWayToWork(projectId);
  const isOnVisit = currentVisit() !== null;
  if (isOnVisit && gate && isFinal(gate)) return <EndOfVisit gate={gate} />;
  return (
    <Stack>
      {gate === null && (
        <EmptyState
          icon={<IconCircleCheck size={36} />}
          title={t("open_title")}
          action={isOnVisit ? <ToVisitWork /> : <LinkButton to="/work">{t("to_work")}</LinkButton>}
        >
          {isOnVisit ? t("visit_open_text") : t("open_text")}
        </EmptyState>
      )}
      {gate && isElsewhere(gate) && (
        <Section title={messageOf(gate)}>
          <Text size="sm">{remedyOf(gate)}</Text>
        </Section>
      )}
      {consent && <ConsentStep projectId={projectId} consent={consent} isNext={gate?.reason === "consent"} />}
      {guidelines && (
        <GuidelinesStep
          projectId={projectId}
          guidelines={guidelines}
          isNext={gate?.reason === "guidelines"}
          onRead={goOn}
        />
      )}
      {practice?.enabled && (
        <PracticeStep projectId={projectId} practice={practice} isNext={gate?.reason === "practice"} />
      )}
      {test?.enabled && (
        <TestStep
          projectId={projectId}
          test={test}
          isNext={gate?.reason === "test"}
          isStopped={gate?.reason === "test_failed"}
          why={gate?.reason === "test_failed" ? messageOf(gate) : null}
        />
      )}
    </Stack>
  );
}

/** Conditions that no step on this page can meet. */
function isElsewhere({ reason }: Gate): boolean {
  return reason === "history" || reason === "locale" || reason === "blocked";
}
