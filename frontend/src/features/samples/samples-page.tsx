import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconKeyboard, IconPhoto } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { ShortcutsDialog } from "@/canvas/shortcuts-list/shortcuts-dialog";
import { EmptyState } from "@/components/empty-state";
import { LinkButton } from "@/components/link-button";
import { LoadingCards } from "@/components/loading";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { projectQuery, useMayLead } from "@/lib/queries/projects";
import { filterKeys, samplesQuery, type SamplesPageRows } from "./api/samples";
import { BulkNotice } from "./bulk-notice";
import { SampleFilterBar, type Filters } from "./filter-bar";
import { SampleGrid } from "./sample-grid";
import { SampleTable } from "./sample-table";
import { SelectionBar } from "./selection-bar";
import { PageTick } from "./tick";
import { useListKeys } from "./use-list-keys";
import { useSelection } from "./use-selection";

export default function SamplesPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("samples");
  const { view, act, ...filters } = useSearch({ from: "/shell/projects/$projectId/samples" });
  const navigate = useNavigate({ from: "/projects/$projectId/samples" });
  const project = useQuery(projectQuery(projectId)).data;
  const query = useQuery({ ...samplesQuery(projectId, filters), placeholderData: keepPreviousData });
  usePageTitle(t("title"), project?.name ?? "");
  const filtered = [...filterKeys, "search" as const].some((key) => filters[key]);
  const go = (changes: Filters & { act?: string | undefined }) => {
    void navigate({
      search: (old) => Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value)),
      replace: true,
    });
  };
  return (
    <ShortcutsProvider>
      <Stack>
        <SampleFilterBar
          projectId={projectId}
          filters={{ ...filters, view }}
          stages={project?.recipe?.stages ?? []}
          // Another filter is another list: the place in the old one means nothing there.
          onChange={(changes) => go({ ...changes, cursor: undefined })}
        />
        {act && <BulkNotice key={act} projectId={projectId} act={Number(act)} onClose={() => go({ act: undefined })} />}
        <QueryView query={query} loading={<LoadingCards cards={6} />}>
          {(page) =>
            page.results.length === 0 ? (
              filtered ? (
                <EmptyState title={t("no_match_title")} />
              ) : (
                <NoSamples projectId={projectId} />
              )
            ) : (
              <SampleList
                projectId={projectId}
                filters={{ ...filters, view }}
                page={page}
                onCursor={(cursor) => void navigate({ search: (old) => ({ ...old, cursor }) })}
                onAct={(begun) => go({ act: String(begun) })}
              />
            )
          }
        </QueryView>
      </Stack>
    </ShortcutsProvider>
  );
}

interface SampleListProps {
  projectId: number;
  filters: Filters;
  page: SamplesPageRows;
  onCursor: (cursor: string) => void;
  onAct: (act: number) => void;
}

/** One page of the list, with what is chosen on this and on others. */
function SampleList({ projectId, filters, page, onCursor, onAct }: SampleListProps) {
  const { t } = useTranslation(["samples", "review"]);
  const [helping, setHelping] = useState(false);
  const rows = page.results;
  const list = JSON.stringify([...filterKeys, "search" as const].map((key) => filters[key] ?? ""));
  const chosen = useSelection(
    list,
    rows.map(({ id }) => id),
  );
  const selection = useMayLead(projectId) ? chosen : undefined;
  useListKeys(selection?.toggle, () => setHelping(true));
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" c="dimmed" role="status">
          {page.total_is_exact
            ? t("total", { count: page.total, number: formatNumber(page.total) })
            : t("total_more", { number: formatNumber(page.total) })}
        </Text>
        {selection && <PageTick rows={rows} selection={selection} />}
      </Group>
      {filters.view === "table" ? (
        <Paper withBorder p={{ base: "sm", sm: "md" }}>
          <SampleTable rows={rows} selection={selection} />
        </Paper>
      ) : (
        <SampleGrid rows={rows} selection={selection} />
      )}
      <Pager page={page} onCursor={onCursor} />
      <Group visibleFrom="sm" mt="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => setHelping(true)}
        >
          {t("review:keys.title")}
        </Button>
      </Group>
      {selection && (
        <SelectionBar projectId={projectId} filters={filters} selection={selection} page={page} onAct={onAct} />
      )}
      <ShortcutsDialog isOpen={helping} onClose={() => setHelping(false)} />
    </div>
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
