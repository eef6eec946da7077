/** "export.downloaded" as "export downloaded". */
export const actInWords = (verb: string) => verb.replaceAll(/[._]/g, " ");

/** Shows `{added: 11, dry_run: false}` as "added: 11 · dry run: false"; nested values as JSON. */
export function dataInWords(data: Record<string, unknown>): string {
  const value = (detail: unknown) => (typeof detail === "object" ? JSON.stringify(detail) : String(detail));
  return Object.entries(data)
    .map(([name, each]) => `${name.replaceAll("_", " ")}: ${value(each)}`)
    .join(" · ");
}
