import { Stack } from "@mantine/core";
import { IconEyeSearch, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { HarmRun } from "@/api/harms";
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
import { runsQuery } from "../api/harms";
import { casesOf, dismissedOf, useRunName } from "./names";
import { RunState } from "./run-state";

/** Representational harms in what people and systems say of the images: all measurements of the project. */
export default function HarmsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("harms");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/studies/harms" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies/harms" });
  const query = useQuery({ ...runsQuery(projectId, cursor), placeholderData: keepPreviousData });
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Section title={t("title")} description={t("text")} actions={<Actions projectId={projectId} />}>
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
  );
}

function Actions({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["harms", "mentions"]);
  const params = { projectId: String(projectId) };
  return (
    <>
      <LinkButton variant="default" to="/projects/$projectId/studies/harms/mentions" params={params}>
        {t("mentions:open")}
      </LinkButton>
      <LinkButton
        to="/projects/$projectId/studies/harms/new"
        params={params}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t("new.open")}
      </LinkButton>
    </>
  );
}

function RunTable({ projectId, runs }: { projectId: number; runs: HarmRun[] }) {
  const { t } = useTranslation("harms");
  const nameOf = useRunName();
  const columns: Column<HarmRun>[] = [
    {
      key: "name",
      header: t("list.name"),
      label: "",
      render: (run) => (
        <TextLink
          to="/projects/$projectId/studies/harms/$runId"
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
    { key: "cases", header: t("list.cases"), end: true, render: (run) => formatNumber(casesOf(run)) },
    { key: "dismissed", header: t("list.dismissed"), end: true, render: (run) => formatNumber(dismissedOf(run)) },
    { key: "by", header: t("list.by"), render: (run) => personName(run.created_by) },
    { key: "at", header: t("list.at"), render: (run) => <Time at={run.created_at} /> },
  ];
  return <DataTable name={t("title")} columns={columns} rows={runs} rowKey={({ id }) => id} />;
}
