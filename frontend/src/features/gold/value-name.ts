import type { TFunction } from "i18next";

/** A checked value in words: yes, no, nothing, or the text itself. */
export function valueName(value: unknown, t: TFunction<"gold">): string {
  if (value === true) return t("value.yes");
  if (value === false) return t("value.no");
  if (value === null || value === undefined) return t("value.none");
  return typeof value === "string" ? value : JSON.stringify(value);
}
