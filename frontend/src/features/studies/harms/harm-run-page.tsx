import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { HarmRun } from "@/api/harms";
import { ConfirmButton } from "@/components/confirm-button";
import { JobProgress } from "@/components/job-progress";
import { LinkButton, TextLink } from "@/components/link-button";
import { MadeWith } from "@/components/made-with";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { personName } from "@/lib/people";
import { useProjectName } from "@/lib/queries/projects";
import { deleteRun, exportAddress, harmsKey, runQuery } from "../api/harms";
import { Figures } from "./figures";
import { casesOf, useRunName, VERDICTS } from "./names";
import { Pairing } from "./pairing";
import { RunState } from "./run-state";
import { Used } from "./used";

interface HarmRunPageProps {
  projectId: number;
  runId: number;
}

/** One measurement: how far it is, and each figure with its cases, before and after they were read. */
export default function HarmRunPage({ projectId, runId }: HarmRunPageProps) {
  const { t } = useTranslation("harms");
  const query = useQuery(runQuery(projectId, runId));
  const nameOf = useRunName();
  usePageTitle(query.data ? nameOf(query.data) : t("title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/harms" params={{ projectId: String(projectId) }}>
        {t("back")}
      </TextLink>
      <QueryView query={query}>
        {(run) => (
          <>
            <Head projectId={projectId} run={run} />
            {run.state === "ready" && <Figures projectId={projectId} run={run} />}
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function Head({ projectId, run }: { projectId: number; run: HarmRun }) {
  const { t } = useTranslation("harms");
  const nameOf = useRunName();
  const { job, state } = run;
  return (
    <Section title={nameOf(run)} actions={<Actions projectId={projectId} run={run} />}>
      <Stack gap="sm">
        <Group gap="xs">
          <RunState state={state} />
          <Text size="sm" c="dimmed" component="div">
            {personName(run.created_by)} · <Time at={run.created_at} />
            {run.code_version && (
              <>
                {" · "}
                <MadeWith code={run.code_version} />
              </>
            )}
          </Text>
        </Group>
        {state === "ready" ? (
          <Verdicts run={run} />
        ) : (
          job && <JobProgress projectId={projectId} job={job} retryLabel={t("run.go_on")} />
        )}
        <Used run={run} />
        <Pairing pairing={run.pairing} />
      </Stack>
    </Section>
  );
}

/** How far the cases are read; what was dismissed is counted by its reason. */
function Verdicts({ run }: { run: HarmRun }) {
  const { t } = useTranslation("harms");
  return (
    <Stats aria-label={t("list.cases")}>
      {(["unread", ...VERDICTS] as const).map((verdict) => (
        <Stat key={verdict} label={t(`verdict.${verdict}`)} value={formatNumber(run.verdicts[verdict])} />
      ))}
    </Stats>
  );
}

function Actions({ projectId, run }: { projectId: number; run: HarmRun }) {
  const { t } = useTranslation("harms");
  return (
    <>
      {run.state === "ready" && casesOf(run) > 0 && (
        <LinkButton
          to="/projects/$projectId/studies/harms/$runId/cases"
          params={{ projectId: String(projectId), runId: String(run.id) }}
        >
          {t("run.read_cases")}
        </LinkButton>
      )}
      {run.state === "ready" && (
        <Button
          component="a"
          href={exportAddress(run.id)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("run.export")}
        </Button>
      )}
      <DeleteButton projectId={projectId} run={run} />
    </>
  );
}

function DeleteButton({ projectId, run }: { projectId: number; run: HarmRun }) {
  const { t } = useTranslation("harms");
  const client = useQueryClient();
  const navigate = useNavigate();
  const nameOf = useRunName();
  return (
    <ConfirmButton
      title={t("run.delete_title", { name: nameOf(run) })}
      text={t("run.delete_text")}
      confirmLabel={t("run.delete")}
      onConfirm={async () => {
        await deleteRun(run.id);
        notifyDone(t("run.deleted"));
        await navigate({ to: "/projects/$projectId/studies/harms", params: { projectId: String(projectId) } });
        await client.invalidateQueries({ queryKey: harmsKey(projectId, "list") });
      }}
    >
      {t("run.delete")}
    </ConfirmButton>
  );
}
