import { Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SeedingRun } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { StateBadge } from "@/components/state-badge";
import { Time } from "@/components/time";
import { runsQuery } from "./api/seeding";

/**
 * Every run so far: over what, with which models, and what came of it. Of the last one it says what the rest of the
 * page says, which follows it while it goes on.
 */
export function RunHistory({ projectId, last }: { projectId: number; last: SeedingRun }) {
  const { t } = useTranslation("seeding");
  const [cursor, setCursor] = useState<string>();
  const query = useQuery({ ...runsQuery(projectId, cursor), placeholderData: keepPreviousData });
  const columns = useRunColumns();
  return (
    <Section title={t("history.title")} description={t("history.text")}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <Text c="dimmed">{t("run.never")}</Text>
          ) : (
            <div>
              <DataTable
                name={t("history.title")}
                columns={columns}
                rows={page.results.map((run) => (run.id === last.id ? last : run))}
                rowKey={({ id }) => id}
              />
              <Pager page={page} onCursor={setCursor} />
            </div>
          )
        }
      </QueryView>
    </Section>
  );
}

function useRunColumns(): Column<SeedingRun>[] {
  const { t } = useTranslation("seeding");
  return [
    { key: "when", header: t("history.when"), render: (run) => <Time at={run.created_at} /> },
    { key: "over", header: t("history.over"), render: (run) => t(`history.${run.over}`) },
    {
      key: "models",
      header: t("history.models"),
      render: (run) => [...new Set([run.detector, run.captioner, run.ocr])].filter(Boolean).join(", "),
    },
    { key: "state", header: t("history.state"), render: (run) => <StateBadge state={run.job.state} /> },
    { key: "result", header: t("history.result"), end: true, render: (run) => t("history.result_text", run.counts) },
  ];
}
