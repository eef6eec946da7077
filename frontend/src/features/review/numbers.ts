import type { TFunction } from "i18next";
import type en from "@/locales/en/review.json";
import { formatNumber } from "@/lib/format";

type Words = TFunction<"review">;
type Name = keyof (typeof en)["numbers"];
type Said = keyof (typeof en)["numbers_said"];

/** A figure as it can be read in one line; null for what is none. */
function shown(value: unknown): string | null {
  if (typeof value === "number") return formatNumber(value, Number.isInteger(value) ? 0 : 2);
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "✓" : "✗";
  if (Array.isArray(value) && value.length <= 8) {
    const parts = value.map(shown);
    return parts.every((part) => part !== null) ? parts.join(", ") : null;
  }
  return null;
}

/** The server may know numbers that this client does not: then their own name has to do. */
function nameOf(name: string, t: Words): string {
  return t(`numbers.${name as Name}`, { defaultValue: name.replaceAll("_", " ") });
}

/** What is said by a code, in words; other texts are what somebody wrote. */
function said(name: string, text: string, t: Words): string {
  return t(`numbers_said.${`${name}_${text.replaceAll(" ", "_")}` as Said}`, { defaultValue: text });
}

const SAID_BY_CODE: ReadonlySet<string> = new Set(["clock", "source", "unit"]);

/** The figures a flag rests on, each with its name; what is no figure is left out. */
export function numberEntries(numbers: Record<string, unknown>, t: Words): [string, string][] {
  return Object.entries(numbers).flatMap(([name, value]): [string, string][] => {
    const text = shown(value);
    if (text === null || text === "") return [];
    return [[nameOf(name, t), SAID_BY_CODE.has(name) ? said(name, text, t) : text]];
  });
}
