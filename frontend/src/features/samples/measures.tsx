import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Annotation } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber } from "@/lib/format";

interface MeasureRow {
  name: string;
  self: number | null | undefined;
  from_base: number | null | undefined;
  from_seed: number | null | undefined;
}

const columnsOf = ["self", "from_base", "from_seed"] as const;

function rowsOf(measures: Annotation["measures"]): MeasureRow[] {
  const names = new Set(columnsOf.flatMap((column) => Object.keys(measures[column] ?? {})));
  return [...names].map((name) => ({
    name,
    self: measures.self?.[name],
    from_base: measures.from_base?.[name],
    from_seed: measures.from_seed?.[name],
  }));
}

function show(value: number | null | undefined): string {
  if (value === undefined) return "";
  if (value === null) return formatNumber(null);
  return formatNumber(value, Number.isInteger(value) ? 0 : 3);
}

/** All that was measured on one submission, folded away until asked for. */
export function Measures({ annotation }: { annotation: Annotation }) {
  const { t } = useTranslation("samples");
  const rows = rowsOf(annotation.measures);
  if (rows.length === 0) return null;
  const columns: Column<MeasureRow>[] = [
    { key: "name", header: t("detail.measure"), render: (row) => row.name.replaceAll("_", " ") },
    ...columnsOf
      .filter((column) => Object.keys(annotation.measures[column] ?? {}).length > 0)
      .map((column) => ({
        key: column,
        header: t(`detail.${column}`),
        end: true,
        render: (row: MeasureRow) => show(row[column]),
      })),
  ];
  return (
    <details>
      <Text component="summary" size="sm">
        {t("detail.measures")}
      </Text>
      <DataTable name={t("detail.measures")} narrow="scroll" columns={columns} rows={rows} rowKey={(row) => row.name} />
    </details>
  );
}
