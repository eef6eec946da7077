import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";
import type { Cell } from "@/lib/csv";
import { DataTable } from "../data-table";

export interface ChartColumn {
  name: string;
  /** How a number of it is shown; files get the number as it is. */
  format?: (value: number) => string;
}

/** The numbers of a chart: what the table shows and the CSV holds. */
export interface ChartTable {
  columns: ChartColumn[];
  rows: Cell[][];
}

export interface NumbersProps {
  title: string;
  table: ChartTable;
  /** Rows the table on the page leaves out; the file has all. */
  thinned?: (rows: Cell[][]) => Cell[][];
}

interface NumbersRow {
  place: number;
  cells: Cell[];
}

/** The numbers of a chart as a table. */
export function Numbers({ title, table, thinned }: NumbersProps) {
  const { t } = useTranslation("common");
  const rows = (thinned ? thinned(table.rows) : table.rows).map((cells, place) => ({ place, cells }));
  const shown = (cell: Cell | undefined, { format = (value) => formatNumber(value) }: ChartColumn) =>
    cell === null || cell === undefined ? t("none") : typeof cell === "number" ? format(cell) : cell;
  return (
    <DataTable
      name={title}
      narrow="scroll"
      rows={rows}
      rowKey={({ place }: NumbersRow) => place}
      columns={table.columns.map((column, place) => ({
        key: column.name,
        header: column.name,
        end: rows.every(({ cells }) => typeof cells[place] !== "string"),
        render: ({ cells }: NumbersRow) => shown(cells[place], column),
      }))}
    />
  );
}
