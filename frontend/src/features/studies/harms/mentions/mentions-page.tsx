import { Stack } from "@mantine/core";
import { IconEyeSearch, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { MentionRun } from "@/api/mentions";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { personName } from "@/lib/people";
import { useProjectName } from "@/lib/queries/projects";
import { mentionRunsQuery } from "../../api/mentions";
import { RunState } from "../run-state";
import { useMentionName } from "./names";

/** Which objects are mentioned more often with one group: all measurements of the project. */
export default function MentionsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("mentions");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/studies/harms/mentions" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies/harms/mentions" });
  const query = useQuery({ ...mentionRunsQuery(projectId, cursor), placeholderData: keepPreviousData });
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/harms" params={{ projectId: String(projectId) }}>
        {t("to_harms")}
      </TextLink>
      <Section title={t("title")} description={t("text")} actions={<NewRun projectId={projectId} />}>
        <QueryView query={query}>
          {(page) =>
            page.results.length === 0 ? (
              <EmptyState order={3} icon={<IconEyeSearch size={36} />} title={t("none_title")}>
                {t("none_text")}
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
    </Stack>
  );
}

function NewRun({ projectId }: { projectId: number }) {
  const { t } = useTranslation("mentions");
  return (
    <LinkButton
      to="/projects/$projectId/studies/harms/mentions/new"
      params={{ projectId: String(projectId) }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("new.open")}
    </LinkButton>
  );
}

function RunTable({ projectId, runs }: { projectId: number; runs: MentionRun[] }) {
  const { t } = useTranslation("mentions");
  const nameOf = useMentionName();
  const columns: Column<MentionRun>[] = [
    {
      key: "name",
      header: t("list.name"),
      label: "",
      render: (run) => (
        <TextLink
          to="/projects/$projectId/studies/harms/mentions/$runId"
          params={{ projectId: String(projectId), runId: String(run.id) }}
          fz="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
        >
          {nameOf(run)}
        </TextLink>
      ),
    },
    { key: "state", header: t("list.state"), render: ({ state }) => <RunState state={state} /> },
    { key: "types", header: t("list.types"), end: true, render: ({ done }) => formatNumber(done) },
    { key: "by", header: t("list.by"), render: (run) => personName(run.created_by) },
    { key: "at", header: t("list.at"), render: (run) => <Time at={run.created_at} /> },
  ];
  return <DataTable name={t("title")} columns={columns} rows={runs} rowKey={({ id }) => id} />;
}
