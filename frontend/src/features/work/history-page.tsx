import { Badge, Group, Paper, Text } from "@mantine/core";
import { IconHistory, IconMessageCircle } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { HistoryEntry } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Thumb } from "@/components/thumb";
import { Time } from "@/components/time";
import { formatSeconds } from "@/lib/format";
import { stageTitle } from "@/lib/server-messages";
import { historyQuery } from "./api/work";
import { OutcomeBadge } from "./outcome-badge";

export default function HistoryPage() {
  const { t } = useTranslation("work");
  const { cursor } = useSearch({ from: "/shell/history" });
  const navigate = useNavigate();
  const query = useQuery({ ...historyQuery(cursor), placeholderData: keepPreviousData });
  const columns = useHistoryColumns();
  return (
    <>
      <PageHeader title={t("history.title")} description={t("history.description")} />
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState icon={<IconHistory size={36} />} title={t("history.none_title")}>
              {t("history.none_text")}
            </EmptyState>
          ) : (
            <Paper withBorder p={{ base: "sm", sm: "md" }}>
              <DataTable
                name={t("history.table")}
                columns={columns}
                rows={page.results}
                rowKey={(entry) => entry.assignment_id}
              />
              <Pager page={page} onCursor={(next) => void navigate({ to: "/history", search: { cursor: next } })} />
            </Paper>
          )
        }
      </QueryView>
    </>
  );
}

/** That a lead has said something, and whether it was read. */
function Remarks({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation("work");
  const { count, unread } = entry.feedback;
  if (count === 0) return null;
  const words = unread > 0 ? t("history.unread", { count: unread }) : t("history.messages", { count });
  return (
    <Badge variant={unread > 0 ? "filled" : "light"} leftSection={<IconMessageCircle size={12} aria-hidden />}>
      {words}
    </Badge>
  );
}

function useHistoryColumns(): Column<HistoryEntry>[] {
  const { t } = useTranslation("work");
  return [
    {
      key: "image",
      header: t("history.image"),
      label: "",
      render: (entry) => (
        <Group wrap="nowrap" gap="sm">
          <Thumb src={entry.image.urls.thumb} alt="" size={48} />
          <TextLink
            to="/history/$assignmentId"
            params={{ assignmentId: String(entry.assignment_id) }}
            aria-label={t("history.open_name", { name: entry.image.name })}
          >
            {entry.image.name}
          </TextLink>
        </Group>
      ),
    },
    { key: "project", header: t("history.project"), render: (entry) => entry.project.name },
    {
      key: "stage",
      header: t("history.stage"),
      term: "stage",
      render: (entry) => <Text fz="inherit">{stageTitle(entry.stage)}</Text>,
    },
    {
      key: "outcome",
      header: t("history.outcome"),
      term: "outcome",
      render: (entry) => (
        <Group gap={6}>
          <OutcomeBadge state={entry.outcome} />
          <Remarks entry={entry} />
        </Group>
      ),
    },
    { key: "submitted", header: t("history.submitted"), render: (entry) => <Time at={entry.submitted_at} /> },
    {
      key: "time",
      header: t("history.time"),
      term: "active_time",
      end: true,
      render: (entry) => formatSeconds(entry.active_seconds),
    },
  ];
}
