import { Button, Center, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Participation } from "@/api/hits";
import { CompletionView } from "@/components/completion";
import { ErrorNotice } from "@/components/error-notice";
import { GuidelinesPanel } from "@/components/guidelines-panel";
import { LoadingRows } from "@/components/loading";
import { startVisit, whyEnded } from "@/lib/crowd-visit";
import { usePageTitle } from "@/lib/page-title";
import { participationQuery, useTakeVisitWork } from "@/lib/queries/visit";
import { stageTitle } from "@/lib/server-messages";

/** Where people from a crowd platform arrive and leave: one card, nothing around it. */
export default function EnteredPage({ participation }: { participation: string }) {
  const { t } = useTranslation("entered");
  usePageTitle(t("title"));
  useEffect(() => startVisit(participation), [participation]);
  const query = useQuery(participationQuery);
  return (
    <Center component="main" id="main" mih="100dvh" p="md">
      <Paper withBorder p={{ base: "lg", sm: "xl" }} w="100%" maw={560}>
        {query.isPending && <LoadingRows rows={3} />}
        {query.error && !query.data && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && <Visit visit={query.data} />}
      </Paper>
    </Center>
  );
}

/** The platform took the place back. */
const OVER = new Set(["returned", "timed_out", "rejected"]);

function Visit({ visit }: { visit: Participation }) {
  const { t } = useTranslation("entered");
  if (visit.preview) {
    return (
      <Card title={t("preview_title")} visit={visit}>
        <Text>{t("preview_text")}</Text>
      </Card>
    );
  }
  if (OVER.has(visit.state)) {
    return (
      <Card title={t("returned_title")}>
        <Text>{t("returned_text")}</Text>
      </Card>
    );
  }
  if (visit.next === "done") return <Done visit={visit} />;
  return <Begin visit={visit} />;
}

function Begin({ visit }: { visit: Participation }) {
  const { t } = useTranslation("entered");
  const isBegun = visit.next === "submit";
  const begin = useTakeVisitWork();
  return (
    <Card title={isBegun ? t("submit_title") : t("title")} visit={visit}>
      {isBegun && <Text>{t("submit_text")}</Text>}
      <Button size="md" loading={begin.isPending} onClick={() => begin.mutate()}>
        {isBegun ? t("go_on") : t("start")}
      </Button>
      {begin.error && <ErrorNotice error={begin.error} />}
    </Card>
  );
}

function Done({ visit }: { visit: Participation }) {
  const { t } = useTranslation("entered");
  const { completion } = visit;
  const why = visit.hit === null ? whyEnded() : null;
  if (why !== null) {
    return (
      <Card title={t("kept_out_title")}>
        <Text>{why}</Text>
        <Text>{t("kept_out_text")}</Text>
        {completion && <CompletionView completion={completion} isAutomatic />}
      </Card>
    );
  }
  // Nothing was handed in: there was no work, and the platform is told so by another code.
  const hasWorked = visit.hit !== null || visit.state === "submitted";
  return (
    <Card title={hasWorked ? t("done_title") : t("nothing_title")}>
      <Text>{hasWorked ? t("done_text") : t("nothing_text")}</Text>
      {completion && <CompletionView completion={completion} isAutomatic />}
    </Card>
  );
}

interface CardProps {
  title: string;
  /** Says what the work is and opens its guidelines. */
  visit?: Participation;
  children: ReactNode;
}

function Card({ title, visit, children }: CardProps) {
  const { t } = useTranslation("entered");
  const [isReading, setReading] = useState(false);
  return (
    <Stack gap="md" align="flex-start">
      <Title order={1} size="h2">
        {title}
      </Title>
      {visit && (
        <Text>
          {visit.stage
            ? t("task", { stage: stageTitle(visit.stage), project: visit.project.name })
            : t("task_any", { project: visit.project.name })}
        </Text>
      )}
      {children}
      {visit && (
        <>
          <Button variant="subtle" px={0} onClick={() => setReading(true)}>
            {t("guidelines")}
          </Button>
          <GuidelinesPanel projectId={visit.project.id} opened={isReading} onClose={() => setReading(false)} />
        </>
      )}
    </Stack>
  );
}
