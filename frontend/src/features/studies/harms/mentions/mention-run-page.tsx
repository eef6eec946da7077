import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { MentionRun } from "@/api/mentions";
import { ConfirmButton } from "@/components/confirm-button";
import { JobProgress } from "@/components/job-progress";
import { TextLink } from "@/components/link-button";
import { MadeWith } from "@/components/made-with";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { personName } from "@/lib/people";
import { useProjectName } from "@/lib/queries/projects";
import { messageOf, remedyOf } from "@/lib/server-messages";
import { deleteMentionRun, mentionExportAddress, mentionRunQuery, mentionsKey } from "../../api/mentions";
import { RunState } from "../run-state";
import { MentionResults, MentionUsed } from "./mention-figures";
import { useMentionName } from "./names";

interface MentionRunPageProps {
  projectId: number;
  runId: number;
}

/** One measurement: how many types are done, and what they say once nothing is under way. */
export default function MentionRunPage({ projectId, runId }: MentionRunPageProps) {
  const { t } = useTranslation("mentions");
  const query = useQuery(mentionRunQuery(projectId, runId));
  const nameOf = useMentionName();
  usePageTitle(query.data ? nameOf(query.data) : t("title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/harms/mentions" params={{ projectId: String(projectId) }}>
        {t("back")}
      </TextLink>
      <QueryView query={query}>
        {(run) => (
          <>
            <Head projectId={projectId} run={run} />
            {run.figures && <MentionResults run={run} figures={run.figures} />}
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function Head({ projectId, run }: { projectId: number; run: MentionRun }) {
  const { t } = useTranslation("mentions");
  const nameOf = useMentionName();
  const { job, state, why } = run;
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
        {state !== "ready" && job && <JobProgress projectId={projectId} job={job} retryLabel={t("run.go_on")} />}
        {why && (
          <Alert role="status" color="yellow" title={t("run.why")}>
            {messageOf(why)} {remedyOf(why)}
          </Alert>
        )}
        <MentionUsed run={run} />
      </Stack>
    </Section>
  );
}

function Actions({ projectId, run }: { projectId: number; run: MentionRun }) {
  const { t } = useTranslation("mentions");
  const client = useQueryClient();
  const navigate = useNavigate();
  const nameOf = useMentionName();
  return (
    <>
      {run.figures && (
        <Button
          component="a"
          href={mentionExportAddress(run.id)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("run.export")}
        </Button>
      )}
      <ConfirmButton
        title={t("run.delete_title", { name: nameOf(run) })}
        text={t("run.delete_text")}
        confirmLabel={t("run.delete")}
        onConfirm={async () => {
          await deleteMentionRun(run.id);
          notifyDone(t("run.deleted"));
          await navigate({
            to: "/projects/$projectId/studies/harms/mentions",
            params: { projectId: String(projectId) },
          });
          await client.invalidateQueries({ queryKey: mentionsKey(projectId, "list") });
        }}
      >
        {t("run.delete")}
      </ConfirmButton>
    </>
  );
}
