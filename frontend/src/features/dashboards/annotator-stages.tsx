import { useTranslation } from "react-i18next";
import type { AnnotatorDetail, FigureName } from "@/api/dashboards";
import { DataTable, type Column } from "@/components/data-table";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { Against } from "./against";
import { OutOf } from "./out-of";
import { Unchanged } from "./unchanged";

type Row = AnnotatorDetail["by_stage"][number];

/** Where somebody worked, round by round. */
export function AnnotatorStages({ rows }: { rows: Row[] }) {
  const { t } = useTranslation("dashboards");
  const figure = (name: FigureName): Column<Row> => ({
    key: name,
    header: t(`column.${name}`),
    end: true,
    render: (row) => <Against figure={name} of={row.figures[name]} />,
  });
  const columns: Column<Row>[] = [
    { key: "stage", header: t("column.stage"), term: "stage", render: (row) => row.title },
    { key: "round", header: t("column.round"), term: "round", end: true, render: (row) => formatNumber(row.index) },
    { key: "submissions", header: t("column.submissions"), end: true, render: (row) => formatNumber(row.submissions) },
    figure("seconds"),
    figure("edit_share"),
    figure("jaccard"),
    figure("tokens"),
    {
      key: "passed_on",
      header: t("column.passed_on"),
      end: true,
      render: ({ passed_on: asIs }) => <OutOf part={asIs?.number ?? 0} all={asIs?.of ?? 0} />,
    },
    {
      key: "unchanged",
      header: t("column.unchanged"),
      end: true,
      render: ({ unchanged }) => <Unchanged share={unchanged} />,
    },
  ];
  return (
    <Section title={t("annotator.by_stage")} description={`${t("annotators.below")} ${t("annotators.passed_on_how")}`}>
      <DataTable
        name={t("annotator.by_stage")}
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.stage}-${String(row.index)}`}
      />
    </Section>
  );
}
