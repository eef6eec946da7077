export type Cell = string | number | null;

/** Rows as spreadsheets read them: numbers as they are, what is not known empty. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map(quoted).join(",")).join("\r\n");
}

/** A text that begins as a formula does must not become one in a spreadsheet. */
function quoted(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = /^[=+@\t\r]/.test(cell) || /^-(?![\d.])/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
