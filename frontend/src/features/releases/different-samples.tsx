import { Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SampleDifference } from "@/api/releases";
import { DataTable, type Column } from "@/components/data-table";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { differencesQuery } from "./api/releases";

const CHANGES = ["added", "removed", "changed"] as const;

interface DifferentSamplesProps {
  projectId: number;
  afterId: number;
  beforeId: number;
}

/** Sample by sample what was added, removed or changed. */
export function DifferentSamples({ projectId, afterId, beforeId }: DifferentSamplesProps) {
  const { t } = useTranslation("releases");
  const search = useSearch({ from: "/shell/projects/$projectId/releases/$releaseId/compare" });
  const navigate = useNavigate({ from: "/projects/$projectId/releases/$releaseId/compare" });
  const change = CHANGES.find((each) => each === search.change);
  const query = useQuery(differencesQuery(projectId, afterId, beforeId, { change, cursor: search.cursor }));
  const go = (to: { change?: string; cursor?: string }) => void navigate({ search: { before: beforeId, ...to } });
  return (
    <Section title={t("compare.samples")}>
      <Stack>
        <Select
          label={t("compare.show")}
          maw={240}
          clearable
          placeholder={t("compare.all")}
          data={CHANGES.map((each) => ({ value: each, label: t(`compare.${each}`) }))}
          value={change ?? null}
          onChange={(value) => go(value ? { change: value } : {})}
        />
        <QueryView query={query}>
          {(page) =>
            page.results.length === 0 ? (
              <Text c="dimmed">{t("compare.same")}</Text>
            ) : (
              <>
                <SampleTable rows={page.results} />
                <Pager page={page} onCursor={(cursor) => go({ ...(change && { change }), cursor })} />
              </>
            )
          }
        </QueryView>
      </Stack>
    </Section>
  );
}

function SampleTable({ rows }: { rows: SampleDifference[] }) {
  const { t } = useTranslation("releases");
  const { t: common } = useTranslation("common");
  const columns: Column<SampleDifference>[] = [
    { key: "sample", header: t("compare.sample"), label: "", render: ({ external_id }) => external_id },
    { key: "change", header: t("compare.change"), render: ({ change }) => t(`compare.${change}`) },
    {
      key: "split",
      header: t("compare.split"),
      render: ({ split_before: before, split_after: after }) =>
        [...new Set([before, after].filter(Boolean))].join(" → ") || common("none"),
    },
  ];
  return <DataTable name={t("compare.samples")} columns={columns} rows={rows} rowKey={(row) => row.external_id} />;
}
