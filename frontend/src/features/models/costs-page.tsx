import { Stack } from "@mantine/core";
import { IconCoin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ProjectBudget } from "@/api/models";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { budgetQuery } from "@/lib/queries/budget";
import { BudgetSection } from "@/components/budget-section";

/** What models have cost the project, for what, and how far they may go. */
export default function CostsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("models");
  const mayEdit = useMayLead(projectId);
  const query = useQuery(budgetQuery(projectId));
  usePageTitle(t("costs.title"), useProjectName(projectId));
  return (
    <Stack>
      <BudgetSection projectId={projectId} mayEdit={mayEdit} />
      <QueryView query={query}>{(budget) => <Tables budget={budget} />}</QueryView>
    </Stack>
  );
}

type Spent = ProjectBudget["spent"];

function Tables({ budget }: { budget: ProjectBudget }) {
  const { t } = useTranslation("models");
  const figures = useFigures();
  if (budget.by_purpose.length === 0) {
    return (
      <Section title={t("costs.by_purpose")}>
        <EmptyState order={3} icon={<IconCoin size={36} />} title={t("costs.none_title")}>
          {t("costs.none_text")}
        </EmptyState>
      </Section>
    );
  }
  return (
    <>
      <Section title={t("costs.by_purpose")} description={t("costs.text")}>
        <DataTable
          name={t("costs.by_purpose")}
          columns={[
            { key: "purpose", header: t("costs.purpose"), label: "", render: (row) => t(`costs.of.${row.purpose}`) },
            ...figures,
          ]}
          rows={budget.by_purpose}
          rowKey={({ purpose }) => purpose}
        />
      </Section>
      <Section title={t("costs.by_connection")}>
        <DataTable
          name={t("costs.by_connection")}
          columns={[
            { key: "name", header: t("costs.connection"), label: "", render: (row) => row.name || t("costs.gone") },
            ...figures,
          ]}
          rows={budget.by_connection}
          rowKey={({ name, requests, cost }) => [name, requests, cost].join(" ")}
        />
      </Section>
    </>
  );
}

function useFigures(): Column<Spent>[] {
  const { t } = useTranslation("models");
  return [
    { key: "requests", header: t("costs.requests"), end: true, render: (row) => formatNumber(row.requests) },
    { key: "in", header: t("costs.prompt_tokens"), end: true, render: (row) => formatNumber(row.prompt_tokens) },
    {
      key: "out",
      header: t("costs.completion_tokens"),
      end: true,
      render: (row) => formatNumber(row.completion_tokens),
    },
    { key: "cost", header: t("costs.cost"), end: true, render: (row) => formatNumber(row.cost, 4) },
  ];
}
