import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconKeyboard, IconPhoto } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleView } from "@/api/types";
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
import { isBare, shownBy, viewsQuery, type Shown } from "./api/views";
import { BulkNotice } from "./bulk-notice";
import { useShownColumns } from "./columns-menu";
import { SampleFilterBar } from "./filter-bar";
import { PastActs } from "./past-acts";
import { SampleGrid } from "./sample-grid";
import { SampleTable } from "./sample-table";
import { SelectionBar } from "./selection-bar";
import { PageTick } from "./tick";
import { useListKeys } from "./use-list-keys";
import { useSelection } from "./use-selection";
import { ViewsMenu } from "./views-menu";

const route = "/projects/$projectId/samples" as const;

/** The list of samples; the address of a kept view becomes that of what is in it. */
export default function SamplesPage({ projectId }: { projectId: number }) {
  const { saved, act, cursor, ...shown } = useSearch({ from: "/shell/projects/$projectId/samples" });
  const views = useQuery({ ...viewsQuery(projectId), enabled: saved !== undefined });
  if (saved !== undefined && isBare(shown)) {
    if (views.isPending) return <LoadingCards cards={6} />;
    const view = views.data?.find(({ id }) => String(id) === saved);
    const inIt = view ? shownBy(view) : {};
    if (!isBare(inIt)) {
      return (
        <Navigate
          to={route}
          params={{ projectId: String(projectId) }}
          search={{ ...inIt, ...(act ? { act } : {}), saved } as Record<string, string>}
          replace
        />
      );
    }
  }
  // Another view has other words in the box of the search.
  return <Samples key={saved} projectId={projectId} shown={shown} cursor={cursor} saved={saved} act={act} />;
}

interface SamplesProps {
  projectId: number;
  shown: Shown;
  cursor: string | undefined;
  saved: string | undefined;
  act: string | undefined;
}

type Places = Partial<Record<"act" | "saved" | "cursor", string | undefined>>;

function Samples({ projectId, shown, cursor, saved, act }: SamplesProps) {
  const { t } = useTranslation("samples");
  const { view, columns, ...filters } = shown;
  const navigate = useNavigate({ from: route });
  const project = useQuery(projectQuery(projectId)).data;
  const [own, setOwn] = useShownColumns();
  const query = useQuery({
    ...samplesQuery(projectId, cursor ? { ...filters, cursor } : filters),
    placeholderData: keepPreviousData,
  });
  usePageTitle(t("title"), project?.name ?? "");
  const filtered = [...filterKeys, "search" as const].some((key) => filters[key]);
  const go = (changes: Shown & Places) => {
    void navigate({
      search: (old) => {
        const next = Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value));
        // Alone in the address, a view would be shown as it was kept.
        if (!("saved" in changes) && isBare(next)) delete next.saved;
        return next;
      },
      replace: true,
    });
  };
  const asKept = (kept: SampleView | null) => go(kept ? { ...shownBy(kept), saved: String(kept.id) } : { saved: "" });
  return (
    <ShortcutsProvider>
      <Stack>
        <SampleFilterBar
          projectId={projectId}
          filters={shown}
          stages={project?.recipe?.stages ?? []}
          // Another filter is another list: the place in the old one means nothing there.
          onChange={(changes) => go({ ...changes, cursor: undefined })}
          views={
            <ViewsMenu
              projectId={projectId}
              shown={shown}
              whole={view === "table" && !columns ? { ...shown, columns: own.join(",") } : shown}
              saved={saved ? Number(saved) : null}
              onSaved={asKept}
            />
          }
        />
        {filters.alike && (
          <Text size="sm" c="dimmed">
            {t("alike.hint")}
          </Text>
        )}
        {act && (
          <BulkNotice
            key={act}
            projectId={projectId}
            act={Number(act)}
            onClose={() => go({ act: undefined })}
            onAct={(begun) => go({ act: String(begun) })}
          />
        )}
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
                filters={shown}
                page={page}
                columns={columns?.split(",") ?? own}
                onColumns={columns ? (next) => go({ columns: next.join(",") }) : setOwn}
                onCursor={(next) => void navigate({ search: (old) => ({ ...old, cursor: next }) })}
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
  filters: Shown;
  page: SamplesPageRows;
  columns: string[];
  onColumns: (columns: string[]) => void;
  onCursor: (cursor: string) => void;
  onAct: (act: number) => void;
}

/** One page of the list, with what is chosen on this and on others. */
function SampleList({ projectId, filters, page, columns, onColumns, onCursor, onAct }: SampleListProps) {
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
          <SampleTable rows={rows} shown={columns} onShown={onColumns} selection={selection} />
        </Paper>
      ) : (
        <SampleGrid rows={rows} selection={selection} />
      )}
      <Pager page={page} onCursor={onCursor} />
      <Group mt="xs">
        <PastActs projectId={projectId} />
        <Button
          visibleFrom="sm"
          className="for-keys"
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
