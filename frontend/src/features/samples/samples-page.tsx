import { Paper, Stack, Text } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { LinkButton } from "@/components/link-button";
import { LoadingCards } from "@/components/loading";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { projectQuery, useMayLead } from "@/lib/queries/projects";
import { filterKeys, samplesQuery } from "./api/samples";
import { SampleFilterBar, type Filters } from "./filter-bar";
import { SampleGrid } from "./sample-grid";
import { SampleTable } from "./sample-table";

export default function SamplesPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("samples");
  const { view, ...filters } = useSearch({ from: "/shell/projects/$projectId/samples" });
  const navigate = useNavigate({ from: "/projects/$projectId/samples" });
  const project = useQuery(projectQuery(projectId)).data;
  const query = useQuery({ ...samplesQuery(projectId, filters), placeholderData: keepPreviousData });
  usePageTitle(t("title"), project?.name ?? "");
  const filtered = [...filterKeys, "search" as const].some((key) => filters[key]);
  const change = (changes: Filters) => {
    // Another filter is another list: the place in the old one means nothing there.
    void navigate({
      search: (old) => {
        const next = { ...old, ...changes };
        delete next.cursor;
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value));
      },
      replace: true,
    });
  };
  return (
    <Stack>
      <SampleFilterBar
        projectId={projectId}
        filters={{ ...filters, view }}
        stages={project?.recipe?.stages ?? []}
        onChange={change}
      />
      <QueryView query={query} loading={<LoadingCards cards={6} />}>
        {(page) =>
          page.results.length === 0 ? (
            filtered ? (
              <EmptyState title={t("no_match_title")} />
            ) : (
              <NoSamples projectId={projectId} />
            )
          ) : (
            <div>
              <Text size="sm" c="dimmed" mb="xs" role="status">
                {page.total_is_exact
                  ? t("total", { count: page.total, number: formatNumber(page.total) })
                  : t("total_more", { number: formatNumber(page.total) })}
              </Text>
              {view === "table" ? (
                <Paper withBorder p={{ base: "sm", sm: "md" }}>
                  <SampleTable rows={page.results} />
                </Paper>
              ) : (
                <SampleGrid rows={page.results} />
              )}
              <Pager page={page} onCursor={(cursor) => void navigate({ search: (old) => ({ ...old, cursor }) })} />
            </div>
          )
        }
      </QueryView>
    </Stack>
  );
}

function NoSamples({ projectId }: { projectId: number }) {
  const { t } = useTranslation("samples");
  const mayImport = useMayLead(projectId);
  return (
    <EmptyState
      icon={<IconPhoto size={36} />}
      title={t("none_title")}
      action={
        mayImport && (
          <LinkButton to="/projects/$projectId/import" params={{ projectId: String(projectId) }}>
            {t("none_action")}
          </LinkButton>
        )
      }
    >
      {t("none_text")}
    </EmptyState>
  );
}
