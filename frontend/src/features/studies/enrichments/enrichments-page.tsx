import { Stack } from "@mantine/core";
import { IconPlus, IconTextPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Enrichment } from "@/api/enrichments";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { VersionBadge } from "@/components/version-badge";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { enrichmentsQuery } from "../api/enrichments";
import { EnrichmentStateBadge } from "./state";

/** Captions that a model version rewrote, beside what they were: all runs of the project. */
export default function EnrichmentsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("enrichments");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/studies/enrichments" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies/enrichments" });
  const query = useQuery({ ...enrichmentsQuery(projectId, cursor), placeholderData: keepPreviousData });
  const mayAct = useMayLead(projectId);
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Section
      title={t("title")}
      term="enrichment"
      description={t("text")}
      actions={mayAct && <NewButton projectId={projectId} />}
    >
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState order={3} icon={<IconTextPlus size={36} />} title={t("none_title")}>
              {t(mayAct ? "none_text" : "none_reader")}
            </EmptyState>
          ) : (
            <Stack>
              <EnrichmentTable projectId={projectId} rows={page.results} />
              <Pager page={page} onCursor={(next) => void navigate({ search: { cursor: next } })} />
            </Stack>
          )
        }
      </QueryView>
    </Section>
  );
}

function NewButton({ projectId }: { projectId: number }) {
  const { t } = useTranslation("enrichments");
  return (
    <LinkButton
      to="/projects/$projectId/studies/enrichments/new"
      params={{ projectId: String(projectId) }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("new.open")}
    </LinkButton>
  );
}

function EnrichmentTable({ projectId, rows }: { projectId: number; rows: Enrichment[] }) {
  const { t } = useTranslation("enrichments");
  const columns: Column<Enrichment>[] = [
    {
      key: "name",
      header: t("list.name"),
      label: "",
      render: (row) => (
        <TextLink
          to="/projects/$projectId/studies/enrichments/$enrichmentId"
          params={{ projectId: String(projectId), enrichmentId: String(row.id) }}
          fz="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
        >
          {row.name}
        </TextLink>
      ),
    },
    { key: "state", header: t("list.state"), render: (enrichment) => <EnrichmentStateBadge run={enrichment} /> },
    { key: "source", header: t("fact.source"), render: ({ source_title }) => source_title },
    { key: "model", header: t("fact.model"), render: ({ version }) => <VersionBadge version={version} named /> },
    {
      key: "answered",
      header: t("count.answered"),
      end: true,
      render: ({ counts }) => t("of", { part: formatNumber(counts.answered), whole: formatNumber(counts.total) }),
    },
    { key: "cost", header: t("fact.cost"), end: true, render: ({ usage }) => formatNumber(usage.cost, 2) },
    { key: "at", header: t("list.at"), render: ({ created_at }) => <Time at={created_at} /> },
  ];
  return <DataTable name={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
