import { Group, Paper, Stack, Text } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { ActNotice, useUndo } from "@/components/act-notice";
import { EmptyState } from "@/components/empty-state";
import { LastActs } from "@/components/last-acts";
import { LinkButton } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { qualityQuery } from "@/lib/queries/quality";
import { DEFAULT_ORDER, reviewQuery, type ReviewFilters } from "./api/review";
import { ReviewFilterBar } from "./filter-bar";
import { ReviewList } from "./review-list";

/** Every answer, at first those that wait for somebody's judgement: found, ordered, decided about. */
export default function ReviewPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("review");
  const filters = useSearch({ from: "/shell/projects/$projectId/review" });
  const navigate = useNavigate({ from: "/projects/$projectId/review" });
  const query = useQuery({ ...reviewQuery(projectId, filters), placeholderData: keepPreviousData });
  const [act, setAct] = useState<number | null>(null);
  const undoing = useUndo(projectId, act);
  usePageTitle(t("title"), useProjectName(projectId));
  const change = (changes: ReviewFilters) => {
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
    <ShortcutsProvider>
      <Stack>
        <Waiting projectId={projectId} />
        <ReviewFilterBar projectId={projectId} filters={filters} onChange={change} />
        <ActNotice projectId={projectId} undoing={undoing} onClose={() => setAct(null)} />
        <LastActs projectId={projectId} told={act} onUndo={setAct} />
        <QueryView query={query}>
          {(page) =>
            page.results.length === 0 ? (
              <NothingHere projectId={projectId} filters={filters} />
            ) : (
              <Paper withBorder p={{ base: "sm", sm: "md" }}>
                <Text size="sm" c="dimmed" role="status" mb="xs">
                  {t("matching", { count: page.total })}
                </Text>
                <ReviewList
                  // Another list begins with nothing ticked.
                  key={JSON.stringify(filters)}
                  projectId={projectId}
                  filters={filters}
                  page={page}
                  onOrder={(order) => change({ order: order === DEFAULT_ORDER ? undefined : order })}
                  onAct={setAct}
                  onUndo={undoing.run}
                />
                <Pager page={page} onCursor={(cursor) => void navigate({ search: (old) => ({ ...old, cursor }) })} />
              </Paper>
            )
          }
        </QueryView>
      </Stack>
    </ShortcutsProvider>
  );
}

function Waiting({ projectId }: { projectId: number }) {
  const { t } = useTranslation("review");
  const waiting = useQuery(qualityQuery(projectId)).data?.answers_waiting;
  return (
    <Group justify="space-between" gap="sm">
      <Text c="dimmed" size="sm" maw="72ch">
        {waiting === undefined ? t("text") : `${t("waiting", { count: waiting })} ${t("text")}`}
      </Text>
    </Group>
  );
}

function NothingHere({ projectId, filters }: { projectId: number; filters: ReviewFilters }) {
  const { t } = useTranslation("review");
  const narrowed = Object.entries(filters).some(([key, value]) => key !== "state" && key !== "order" && value);
  if (narrowed) return <EmptyState title={t("no_match")} />;
  if ((filters.state ?? "open") !== "open") return <EmptyState title={t("none_settled")} />;
  return (
    <EmptyState
      icon={<IconChecks size={36} />}
      title={t("none_title")}
      action={
        <LinkButton to="/projects/$projectId/quality" params={{ projectId: String(projectId) }} variant="default">
          {t("none_action")}
        </LinkButton>
      }
    >
      {t("none_text")}
    </EmptyState>
  );
}
