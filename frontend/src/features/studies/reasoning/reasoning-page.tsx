import { Badge, Stack } from "@mantine/core";
import { IconBulb, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { ReasoningRun } from "@/api/reasoning";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { usePageTitle } from "@/lib/page-title";
import { personName } from "@/lib/people";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { runsQuery } from "../api/reasoning";
import { SetsSection } from "./sets-section";

/** Whether descriptions hold who does what to whom: the runs, and the sets of questions they ask. */
export default function ReasoningPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("reasoning");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/studies/reasoning" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies/reasoning" });
  const query = useQuery({ ...runsQuery(projectId, cursor), placeholderData: keepPreviousData });
  const mayAct = useMayLead(projectId);
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Stack>
      <Section title={t("title")} description={t("text")} actions={mayAct && <NewRun projectId={projectId} />}>
        <QueryView query={query}>
          {(page) =>
            page.results.length === 0 ? (
              <EmptyState order={3} icon={<IconBulb size={36} />} title={t("none_title")}>
                {t(mayAct ? "none_text" : "none_text_reader")}
              </EmptyState>
            ) : (
              <Stack>
                <RunTable projectId={projectId} runs={page.results} />
                <Pager page={page} onCursor={(next) => void navigate({ search: { cursor: next } })} />
              </Stack>
            )
          }
        </QueryView>
      </Section>
      <SetsSection projectId={projectId} />
    </Stack>
  );
}

function NewRun({ projectId }: { projectId: number }) {
  const { t } = useTranslation("reasoning");
  return (
    <LinkButton
      to="/projects/$projectId/studies/reasoning/new"
      params={{ projectId: String(projectId) }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("new.open")}
    </LinkButton>
  );
}

const colors = { asking: "blue", ready: "accent", stopped: "yellow" } as const;

export function RunState({ state }: { state: ReasoningRun["state"] }) {
  const { t } = useTranslation("reasoning");
  return <Badge color={colors[state]}>{t(`state.${state}`)}</Badge>;
}

function RunTable({ projectId, runs }: { projectId: number; runs: ReasoningRun[] }) {
  const { t } = useTranslation("reasoning");
  const columns: Column<ReasoningRun>[] = [
    {
      key: "name",
      header: t("list.name"),
      label: "",
      render: (run) => (
        <TextLink
          to="/projects/$projectId/studies/reasoning/$runId"
          params={{ projectId: String(projectId), runId: String(run.id) }}
          fz="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
        >
          {run.name}
        </TextLink>
      ),
    },
    { key: "state", header: t("list.state"), render: ({ state }) => <RunState state={state} /> },
    { key: "model", header: t("list.model"), render: ({ model }) => model },
    { key: "sets", header: t("list.sets"), render: ({ sets }) => sets.join(", ") },
    { key: "by", header: t("list.by"), render: (run) => personName(run.created_by) },
    { key: "at", header: t("list.at"), render: (run) => <Time at={run.created_at} /> },
  ];
  return <DataTable name={t("title")} columns={columns} rows={runs} rowKey={({ id }) => id} />;
}
