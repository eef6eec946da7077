import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PastVersionComparison } from "@/api/models";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { useMetricName } from "@/components/metric-name";
import { Pager } from "@/components/pager";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { personName } from "@/lib/people";
import { comparisonsQuery } from "./api/comparisons";
import { FEW, namesOf, verdict } from "./compared-figures";

/** Which versions were compared, by whom and when, and what came of it; nothing where none were. */
export function PastComparisons({ projectId }: { projectId: number }) {
  const { t } = useTranslation("models");
  const [cursor, setCursor] = useState<string>();
  const { data: page } = useQuery(comparisonsQuery(projectId, cursor));
  const columns: Column<PastVersionComparison>[] = [
    {
      key: "versions",
      header: t("past.versions"),
      label: "",
      render: (row) => {
        const { old, new: next } = namesOf(row.old, row.new);
        return (
          <TextLink
            to="/projects/$projectId/models/comparisons/$comparisonId"
            params={{ projectId: String(projectId), comparisonId: String(row.id) }}
            size="sm"
          >
            {t("compare.title", { old: `${row.old.connection.name} ${old}`, new: next })}
          </TextLink>
        );
      },
    },
    { key: "who", header: t("past.who"), render: ({ by }) => (by ? personName(by) : t("past.nobody")) },
    { key: "when", header: t("past.when"), render: (row) => <Time at={row.created_at} /> },
    { key: "result", header: t("past.result"), render: (row) => <Result row={row} /> },
  ];
  if (!page || (page.results.length === 0 && cursor === undefined)) return null;
  return (
    <Section title={t("past.title")}>
      <Stack>
        <DataTable name={t("past.title")} columns={columns} rows={page.results} rowKey={({ id }) => id} />
        <Pager page={page} onCursor={setCursor} />
      </Stack>
    </Section>
  );
}

function Result({ row }: { row: PastVersionComparison }) {
  const { t } = useTranslation("models");
  const metricName = useMetricName();
  if (row.samples === null)
    return <>{t(row.state === "failed" || row.state === "cancelled" ? "past.failed" : "past.under_way")}</>;
  const names = namesOf(row.old, row.new);
  const said = (["better", "worse"] as const).flatMap((wanted) => {
    const metrics = row.figures.filter((figure) => verdict(figure) === wanted);
    return metrics.length === 0
      ? []
      : [`${t(`compare.${wanted}`, { ...names })}: ${metrics.map(({ metric }) => metricName(metric)).join(", ")}`];
  });
  const open = row.samples < FEW ? t("compare.too_few") : t("compare.open_question");
  return (
    <div>
      {said.length === 0 ? open : said.map((each) => <div key={each}>{each}</div>)}
      <Text size="xs" c="dimmed">
        {t("compare.of", { count: row.samples })}
      </Text>
    </div>
  );
}
