/** "export.downloaded" as "export downloaded". */
export const actInWords = (verb: string) => verb.replaceAll(/[._]/g, " ");

/** Shows `{added: 11, dry_run: false}` as "added: 11 · dry run: false"; nested values as JSON, empty ones not at all. */
export function dataInWords(data: Record<string, unknown>): string {
  const value = (detail: unknown) => (typeof detail === "object" ? JSON.stringify(detail) : String(detail));
  return Object.entries(data)
    .filter(([, each]) => each !== null && each !== "")
    .map(([name, each]) => `${name.replaceAll("_", " ")}: ${value(each)}`)
    .join(" · ");
}
