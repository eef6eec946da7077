import { Button, Group, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AuditEntry } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { formatDateTime } from "@/lib/format";
import { personName } from "@/lib/people";
import { auditFile, auditQuery, type AuditFilters } from "./api/audit";
import { AuditFilterBar } from "./audit-filter-bar";
import { actInWords, dataInWords } from "./words";

interface AuditListProps {
  /** Without one: everything that was done in this installation. */
  projectId?: number;
  filters: AuditFilters;
  onFilters: (filters: AuditFilters) => void;
}

/** The entries of an audit trail, with what they are found by. */
export function AuditList({ projectId, filters, onFilters }: AuditListProps) {
  const { t } = useTranslation("audit");
  const query = useQuery({ ...auditQuery(projectId, filters), placeholderData: keepPreviousData });
  const show = (changes: AuditFilters) => onFilters({ ...filters, cursor: undefined, ...changes });
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <AuditFilterBar projectId={projectId} filters={filters} onChange={show} />
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState title={isFiltered ? t("none_found") : t("none_title")} order={3} />
          ) : (
            <>
              <AuditTable entries={page.results} withProject={projectId === undefined} />
              <Pager page={page} onCursor={(cursor) => show({ cursor })} />
            </>
          )
        }
      </QueryView>
    </>
  );
}

/** What was chosen, as a file. */
export function AuditDownloads({ projectId, filters }: Omit<AuditListProps, "onFilters">) {
  const { t } = useTranslation("audit");
  return (
    <Group gap="xs">
      {(["csv", "jsonl"] as const).map((kind) => (
        <Button
          key={kind}
          component="a"
          href={auditFile(projectId, filters, kind)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t(`download.${kind}`)}
        </Button>
      ))}
    </Group>
  );
}

/** Rows are read down their columns: what happened stays on one line, whatever its details take. */
function Unbroken({ children }: { children: string }) {
  return (
    <Text fz="inherit" style={{ whiteSpace: "nowrap" }}>
      {children}
    </Text>
  );
}

function AuditTable({ entries, withProject }: { entries: AuditEntry[]; withProject: boolean }) {
  const { t } = useTranslation("audit");
  const project: Column<AuditEntry> = {
    key: "project",
    header: t("project"),
    render: (entry) =>
      entry.project ? (
        <TextLink to="/projects/$projectId/audit" params={{ projectId: String(entry.project.id) }} fz="inherit">
          {entry.project.name}
        </TextLink>
      ) : (
        <Text fz="inherit" c="dimmed">
          {t("installation")}
        </Text>
      ),
  };
  const columns: Column<AuditEntry>[] = [
    {
      key: "at",
      header: t("at"),
      render: (entry) => <Unbroken>{formatDateTime(entry.at)}</Unbroken>,
    },
    {
      key: "actor",
      header: t("actor"),
      render: (entry) => (entry.actor ? personName(entry.actor) : t("system")),
    },
    { key: "verb", header: t("verb"), render: (entry) => <Unbroken>{actInWords(entry.verb)}</Unbroken> },
    ...(withProject ? [project] : []),
    { key: "target", header: t("target"), render: (entry) => entry.target },
    {
      key: "data",
      header: t("data"),
      render: (entry) => (
        <Text fz="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {dataInWords(t, entry.data)}
        </Text>
      ),
    },
  ];
  return <DataTable name={t("table")} columns={columns} rows={entries} rowKey={(entry) => entry.id} />;
}
