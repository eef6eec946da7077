import type { TFunction } from "i18next";
import type { Gold } from "@/api/quality";

/** A checked value in words: yes, no, nothing, or the text itself. */
export function valueName(value: unknown, t: TFunction<"gold">): string {
  if (value === true) return t("value.yes");
  if (value === false) return t("value.no");
  if (value === null || value === undefined) return t("value.none");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Nothing is compared with it: newcomers see it beside their own answer after practice. */
export function isExampleOnly({ expected }: Pick<Gold, "expected">): boolean {
  return Object.keys(expected).length === 0;
}
