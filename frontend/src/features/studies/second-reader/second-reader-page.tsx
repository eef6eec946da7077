import { Stack, Text } from "@mantine/core";
import { IconEyeCheck, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SecondReading } from "@/api/second-reader";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { readingsQuery } from "../api/second-reader";
import { EnrichmentStateBadge } from "../enrichments/state";
import { Precisions } from "./precision";

/** What models said of finished descriptions, and how far that agrees with people. */
export default function SecondReaderPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("second_reader");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/studies/second-reader" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies/second-reader" });
  const query = useQuery({ ...readingsQuery(projectId, cursor), placeholderData: keepPreviousData });
  const mayAct = useMayLead(projectId);
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Stack>
      <Section
        title={t("title")}
        term="second_reader"
        description={t("text")}
        actions={mayAct && <NewButton projectId={projectId} />}
      >
        <QueryView query={query}>
          {(page) =>
            page.results.length === 0 ? (
              <EmptyState order={3} icon={<IconEyeCheck size={36} />} title={t("none_title")}>
                {t(mayAct ? "none_text" : "none_reader")}
              </EmptyState>
            ) : (
              <Stack>
                <Readings projectId={projectId} rows={page.results} />
                <Pager page={page} onCursor={(next) => void navigate({ search: { cursor: next } })} />
              </Stack>
            )
          }
        </QueryView>
      </Section>
      {query.data && query.data.results.length > 0 && <Precisions projectId={projectId} />}
    </Stack>
  );
}

function NewButton({ projectId }: { projectId: number }) {
  const { t } = useTranslation("second_reader");
  return (
    <LinkButton
      to="/projects/$projectId/studies/second-reader/new"
      params={{ projectId: String(projectId) }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("new.open")}
    </LinkButton>
  );
}

function Readings({ projectId, rows }: { projectId: number; rows: SecondReading[] }) {
  const { t } = useTranslation("second_reader");
  const columns: Column<SecondReading>[] = [
    {
      key: "model",
      header: t("list.reading"),
      label: "",
      render: ({ id, version }) => (
        <TextLink
          to="/projects/$projectId/studies/second-reader/$readingId"
          params={{ projectId: String(projectId), readingId: String(id) }}
          fz="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
        >
          {t("list.named", { name: `${version.connection.name} ${version.label}`, number: id })}
        </TextLink>
      ),
    },
    { key: "state", header: t("list.state"), render: (reading) => <EnrichmentStateBadge run={reading} /> },
    { key: "source", header: t("fact.source"), render: ({ source_title }) => source_title },
    {
      key: "read",
      header: t("count.answered"),
      end: true,
      render: ({ counts }) => t("of", { part: formatNumber(counts.answered), whole: formatNumber(counts.total) }),
    },
    {
      key: "marked",
      header: t("fact.marked"),
      end: true,
      render: ({ said }) => <Text fz="inherit">{formatNumber(said.not_seen + said.contradicted)}</Text>,
    },
    { key: "cost", header: t("fact.cost"), end: true, render: ({ usage }) => formatNumber(usage.cost, 2) },
    { key: "at", header: t("list.at"), render: ({ created_at }) => <Time at={created_at} /> },
  ];
  return <DataTable name={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
