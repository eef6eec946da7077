import { Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { AuditEntry } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatDateTime } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { auditQuery } from "./api/audit";

export default function AuditPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("audit");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/audit" });
  const navigate = useNavigate({ from: "/projects/$projectId/audit" });
  const query = useQuery({ ...auditQuery(projectId, cursor), placeholderData: keepPreviousData });
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Section title={t("title")} description={t("text")}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState title={t("none_title")} order={3} />
          ) : (
            <>
              <AuditTable entries={page.results} />
              <Pager page={page} onCursor={(next) => void navigate({ search: { cursor: next } })} />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}

/** Shows `{added: 11, dry_run: false}` as "added: 11 · dry run: false"; nested values as JSON. */
function inWords(data: Record<string, unknown>): string {
  const value = (detail: unknown) => (typeof detail === "object" ? JSON.stringify(detail) : String(detail));
  return Object.entries(data)
    .map(([name, each]) => `${name.replaceAll("_", " ")}: ${value(each)}`)
    .join(" · ");
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const { t } = useTranslation("audit");
  const columns: Column<AuditEntry>[] = [
    {
      key: "at",
      header: t("at"),
      render: (entry) => (
        <Text fz="inherit" style={{ whiteSpace: "nowrap" }}>
          {formatDateTime(entry.at)}
        </Text>
      ),
    },
    {
      key: "actor",
      header: t("actor"),
      render: (entry) => (entry.actor ? entry.actor.display_name || entry.actor.username : t("system")),
    },
    { key: "verb", header: t("verb"), render: (entry) => entry.verb.replaceAll(/[._]/g, " ") },
    { key: "target", header: t("target"), render: (entry) => entry.target },
    {
      key: "data",
      header: t("data"),
      render: (entry) => (
        <Text fz="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {inWords(entry.data)}
        </Text>
      ),
    },
  ];
  return <DataTable name={t("table")} columns={columns} rows={entries} rowKey={(entry) => entry.id} />;
}
