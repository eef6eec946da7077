/* The roles below repeat what the elements are: restacking them with CSS would take it away. */
/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { TermId } from "./term/glossary";
import { withTerm } from "./term/term";
import { Wide } from "./wide";
import classes from "./data-table.module.css";

export interface Column<Row> {
  key: string;
  header: ReactNode;
  /** The word of the glossary that the header is; not for headers that one presses already. */
  term?: TermId;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the end, in figures of one width. */
  end?: boolean;
  /** Which way the rows are ordered by it. */
  sort?: "ascending" | "descending" | undefined;
  /** Label in the narrow layout; "" for a cell that speaks for itself. Default: the header, if text. */
  label?: string;
}

interface DataTableProps<Row> {
  name: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** Narrow screens: each row becomes a card, or the table scrolls inside its frame. */
  narrow?: "cards" | "scroll";
}

/** A real table, for people who see it and for those who hear it. */
export function DataTable<Row>({ name, columns, rows, rowKey, narrow = "cards" }: DataTableProps<Row>) {
  const { t } = useTranslation("common");
  // Cards have no row of headers to be seen: there a word is explained in the first card.
  const isCards = useMediaQuery("(max-width: 47.99em)") && narrow === "cards";
  const table = (
    <table
      className={`${classes.table ?? ""} ${narrow === "cards" ? (classes.cards ?? "") : ""}`}
      aria-label={name}
      role="table"
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              role="columnheader"
              aria-sort={column.sort}
              className={column.end ? classes.end : undefined}
            >
              {column.header === "" ? (
                <VisuallyHidden>{t("table.actions")}</VisuallyHidden>
              ) : (
                withTerm(column.header, isCards ? undefined : column.term)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, place) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => {
              const label = column.label ?? (typeof column.header === "string" ? column.header : "");
              const content = column.render(row);
              // A card says what there is; a table keeps the place of what there is not.
              if (isCards && content === "–") return null;
              const isExplained = isCards && place === 0 && column.term !== undefined && label !== "";
              return (
                <td
                  key={column.key}
                  role="cell"
                  data-label={isExplained ? undefined : label}
                  className={column.end ? classes.end : undefined}
                >
                  {isExplained && <span className={classes.label}>{withTerm(label, column.term)}</span>}
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <Wide name={name} className={narrow === "scroll" ? classes.scroll : undefined}>
      {table}
    </Wide>
  );
}
