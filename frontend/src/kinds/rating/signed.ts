import { formatNumber } from "@/lib/format";

/** A number with its sign: what leans to a side says to which. */
export function formatSigned(value: number | null, digits = 0): string {
  if (value === null) return formatNumber(null);
  const text = formatNumber(Math.abs(value), digits);
  if (Number(Math.abs(value).toFixed(digits)) === 0) return text;
  return `${value > 0 ? "+" : "−"}${text}`;
}

export function formatRange(low: number | null, high: number | null, digits = 0): string {
  return low === null || high === null
    ? formatNumber(null)
    : `${formatSigned(low, digits)} … ${formatSigned(high, digits)}`;
}
