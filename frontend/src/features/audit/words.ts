import type { TFunction } from "i18next";

/** "export.downloaded" as "export downloaded". */
export const actInWords = (verb: string) => verb.replaceAll(/[._]/g, " ");

/** Shows `{added: 11, dry_run: false, to: ["a", "b"]}` as "added: 11 · dry run: no · to: a, b"; what is empty not at all. */
export function dataInWords(t: TFunction<"audit">, data: Record<string, unknown>): string {
  return Object.entries(data)
    .filter(([, each]) => each !== null && each !== "")
    .map(([name, each]) => `${name.replaceAll("_", " ")}: ${valueInWords(t, each)}`)
    .join(" · ");
}

function valueInWords(t: TFunction<"audit">, value: unknown): string {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((each) => valueInWords(t, each)).join(", ") || t("none");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name.replaceAll("_", " ")} ${valueInWords(t, each)}`)
    .join(", ");
}
