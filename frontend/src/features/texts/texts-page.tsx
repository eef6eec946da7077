import { Badge, Stack } from "@mantine/core";
import { IconFileAnalytics, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { TextReport } from "@/api/text-reports";
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
import { textReportsQuery } from "./api/text-reports";

/** What the texts of the project are like: the reports there are. */
export default function TextsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("texts");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/texts" });
  const navigate = useNavigate({ from: "/projects/$projectId/texts" });
  const query = useQuery({ ...textReportsQuery(projectId, cursor), placeholderData: keepPreviousData });
  const mayAct = useMayLead(projectId);
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Section title={t("title")} description={t("text")} actions={mayAct && <NewReport projectId={projectId} />}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState order={3} icon={<IconFileAnalytics size={36} />} title={t("none_title")}>
              {t(mayAct ? "none_text" : "none_text_reader")}
            </EmptyState>
          ) : (
            <Stack>
              <ReportList projectId={projectId} reports={page.results} />
              <Pager page={page} onCursor={(next) => void navigate({ search: { cursor: next } })} />
            </Stack>
          )
        }
      </QueryView>
    </Section>
  );
}

function NewReport({ projectId }: { projectId: number }) {
  const { t } = useTranslation("texts");
  return (
    <LinkButton
      to="/projects/$projectId/texts/new"
      params={{ projectId: String(projectId) }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("new.open")}
    </LinkButton>
  );
}

const colors = { measuring: "blue", ready: "accent", failed: "red" } as const;

export function ReportState({ state }: { state: TextReport["state"] }) {
  const { t } = useTranslation("texts");
  return <Badge color={colors[state]}>{t(`state.${state}`)}</Badge>;
}

function ReportList({ projectId, reports }: { projectId: number; reports: TextReport[] }) {
  const { t } = useTranslation("texts");
  const columns: Column<TextReport>[] = [
    {
      key: "name",
      header: t("list.name"),
      label: "",
      render: (report) => (
        <TextLink
          to="/projects/$projectId/texts/$reportId"
          params={{ projectId: String(projectId), reportId: String(report.id) }}
          fz="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
        >
          {report.name}
        </TextLink>
      ),
    },
    { key: "state", header: t("list.state"), render: ({ state }) => <ReportState state={state} /> },
    {
      key: "sources",
      header: t("list.sources"),
      render: ({ sources }) => sources.map(({ title }) => title).join(", "),
    },
    { key: "by", header: t("list.by"), render: (report) => personName(report.created_by) },
    { key: "at", header: t("list.at"), render: (report) => <Time at={report.created_at} /> },
  ];
  return <DataTable name={t("title")} columns={columns} rows={reports} rowKey={({ id }) => id} />;
}
