import { Button, Group, List, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { ReasoningResults, ReasoningRun } from "@/api/reasoning";
import { ConfirmButton } from "@/components/confirm-button";
import { JobProgress } from "@/components/job-progress";
import { TextLink } from "@/components/link-button";
import { MadeWith } from "@/components/made-with";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { personName } from "@/lib/people";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { messageOf } from "@/lib/server-messages";
import { deleteRun, reasoningKey, runQuery, tableAddress } from "../api/reasoning";
import { Accuracies, Differences } from "./figures";
import { Kinds } from "./kinds";
import { RunState } from "./reasoning-page";

/** One run: how far it is, the figures with their intervals, what it cost, and files. */
export default function RunPage({ projectId, runId }: { projectId: number; runId: number }) {
  const { t } = useTranslation("reasoning");
  const query = useQuery(runQuery(projectId, runId));
  usePageTitle(query.data?.name ?? t("title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/reasoning" params={{ projectId: String(projectId) }}>
        {t("back")}
      </TextLink>
      <QueryView query={query}>
        {(run) => (
          <>
            <Head projectId={projectId} run={run} />
            {run.results && <Results projectId={projectId} runId={runId} results={run.results} />}
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function Head({ projectId, run }: { projectId: number; run: ReasoningRun }) {
  const { t } = useTranslation("reasoning");
  const mayAct = useMayLead(projectId);
  const { options, results } = run;
  return (
    <Section title={run.name} actions={mayAct && <DeleteButton projectId={projectId} run={run} />}>
      <Stack gap="sm">
        <Group gap="xs">
          <RunState state={run.state} />
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
        <div>
          <Text size="sm">{t("run.model", { model: run.model })}</Text>
          <Text size="sm">{t("run.sets", { names: run.sets.join(", ") })}</Text>
          {options.most !== null && <Text size="sm">{t("run.most", { most: formatNumber(options.most) })}</Text>}
        </div>
        {run.state !== "ready" && run.job && (
          <JobProgress projectId={projectId} job={run.job} retryLabel={t("run.go_on")} />
        )}
        {run.state === "stopped" && <Text size="sm">{t("run.stopped")}</Text>}
        {results?.stopped_at_limit && (
          <Text size="sm">{t("run.limit", { cost: formatNumber(options.most_cost, 2) })}</Text>
        )}
        {results?.failures.map((why) => (
          <Text key={messageOf(why)} size="sm">
            {messageOf(why)}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

function DeleteButton({ projectId, run }: { projectId: number; run: ReasoningRun }) {
  const { t } = useTranslation("reasoning");
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      title={t("delete_title", { name: run.name })}
      text={t("run.delete_text")}
      confirmLabel={t("delete")}
      onConfirm={async () => {
        await deleteRun(projectId, run.id);
        notifyDone(t("run.deleted"));
        await navigate({ to: "/projects/$projectId/studies/reasoning", params: { projectId: String(projectId) } });
        await client.invalidateQueries({ queryKey: reasoningKey(projectId, "list") });
      }}
    >
      {t("delete")}
    </ConfirmButton>
  );
}

interface ResultsProps {
  projectId: number;
  runId: number;
  results: ReasoningResults;
}

function Results({ projectId, runId, results }: ResultsProps) {
  const { t } = useTranslation("reasoning");
  const { costs } = results;
  const file = (table: "figures" | "differences" | "answers") => (
    <Button
      key={table}
      component="a"
      href={tableAddress(projectId, runId, table)}
      download
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      {t(`file.${table}`)}
    </Button>
  );
  return (
    <>
      {results.sets.map((set) => (
        <Section
          key={set.set}
          title={set.title}
          description={t("set.text", {
            asked: formatNumber(set.asked_about),
            all: formatNumber(set.probes),
            images: formatNumber(set.images),
          })}
        >
          <Stack gap="lg">
            <Accuracies set={set} results={results} />
            <Differences set={set} results={results} />
            <Kinds set={set} results={results} />
          </Stack>
        </Section>
      ))}
      <Section title={t("costs.title")}>
        <Text size="sm">
          {t("costs.text", {
            replies: formatNumber(costs.replies),
            prompts: formatNumber(costs.prompts),
            into: formatNumber(costs.prompt_tokens),
            out: formatNumber(costs.completion_tokens),
            cost: formatNumber(costs.cost, 4),
            seconds: formatNumber(costs.seconds, 1),
          })}
        </Text>
      </Section>
      <Section title={t("reading.title")} actions={(["figures", "differences", "answers"] as const).map(file)}>
        <List size="sm" maw="80ch">
          {(["order", "invalid", "intervals", "differences", "short"] as const).map((point) => (
            <List.Item key={point}>{t(`reading.${point}`)}</List.Item>
          ))}
        </List>
      </Section>
    </>
  );
}
