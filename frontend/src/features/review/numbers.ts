import { formatNumber } from "@/lib/format";

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

/** The figures a flag rests on, as they can be read in one line; what is no figure is left out. */
export function numberEntries(numbers: Record<string, unknown>): [string, string][] {
  return Object.entries(numbers).flatMap(([name, value]): [string, string][] => {
    const text = shown(value);
    return text === null || text === "" ? [] : [[name.replaceAll("_", " "), text]];
  });
}
