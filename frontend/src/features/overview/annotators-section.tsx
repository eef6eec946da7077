import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Annotator } from "@/api/dashboards";
import { DataTable, type Column } from "@/components/data-table";
import { LinkButton, TextLink } from "@/components/link-button";
import { EvidenceAgainst, PersonBadges } from "@/components/person-badges";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { personName } from "@/lib/people";
import { annotatorsQuery } from "@/lib/queries/annotators";

const SHOWN = 3;

/** Whose work most speaks against, in short; everything about people is on their own page. */
export function AnnotatorsSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("overview");
  const query = useQuery(annotatorsQuery(projectId, { page_size: SHOWN }));
  return (
    <Section
      title={t("annotators.title")}
      description={t("annotators.text")}
      actions={
        <LinkButton
          size="xs"
          variant="default"
          to="/projects/$projectId/annotators"
          params={{ projectId: String(projectId) }}
        >
          {t("annotators.all")}
        </LinkButton>
      }
    >
      <QueryView query={query}>
        {({ results }) => {
          const questioned = results.filter(({ evidence }) => evidence.score > 0);
          if (questioned.length > 0) return <Worst projectId={projectId} rows={questioned} />;
          return <Text c="dimmed">{t(results.length === 0 ? "annotators.nobody" : "annotators.none")}</Text>;
        }}
      </QueryView>
    </Section>
  );
}

function Worst({ projectId, rows }: { projectId: number; rows: Annotator[] }) {
  const { t } = useTranslation("dashboards");
  const columns: Column<Annotator>[] = [
    {
      key: "name",
      header: t("column.name"),
      label: "",
      render: (row) => (
        <Stack gap={4} align="flex-start">
          <TextLink
            fw={550}
            fz="inherit"
            to="/projects/$projectId/annotators/$userId"
            params={{ projectId: String(projectId), userId: String(row.user.id) }}
          >
            {personName(row.user)}
          </TextLink>
          <PersonBadges row={row} />
        </Stack>
      ),
    },
    { key: "evidence", header: t("column.evidence"), render: (row) => <EvidenceAgainst row={row} /> },
    { key: "submissions", header: t("column.submissions"), end: true, render: (row) => formatNumber(row.submissions) },
  ];
  return <DataTable name={t("annotators.title")} columns={columns} rows={rows} rowKey={(row) => row.user.id} />;
}
