import { currentLocale as language, i18n } from "./i18n";

export function formatNumber(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined) return i18n.t("none");
  return new Intl.NumberFormat(language(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // What is rounded to nothing has no sign.
    signDisplay: "negative",
  }).format(value);
}

/** At most so many digits: 12.5% of an axis stays itself. */
export function formatPercent(share: number | null | undefined, digits = 0): string {
  if (share === null || share === undefined) return i18n.t("none");
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: digits }).format(share);
}

/** How percentages are written: "12.5%" in English, "12,5 %" in German. */
export function percentSigns(): { decimal: string; percent: string } {
  const parts = new Intl.NumberFormat(language(), { style: "percent", minimumFractionDigits: 1 }).formatToParts(0.5);
  const last = parts.findLastIndex(({ type }) => type === "fraction");
  return {
    decimal: parts.find(({ type }) => type === "decimal")?.value ?? ".",
    percent: parts
      .slice(last + 1)
      .map(({ value }) => value)
      .join(""),
  };
}

/** Seconds as people say them: "45 s", "3 min 20 s", "2 h 5 min". */
export function formatSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return i18n.t("none");
  const whole = Math.round(seconds);
  if (whole < 60) return i18n.t("time.s", { seconds: whole });
  if (whole < 3600) return inTwoUnits("min_s", "min", Math.floor(whole / 60), whole % 60);
  return inTwoUnits("h_min", "h", Math.floor(whole / 3600), Math.floor(whole / 60) % 60);
}

function inTwoUnits(both: "min_s" | "h_min", alone: "min" | "h", large: number, small: number): string {
  return small ? i18n.t(`time.${both}`, { large, small }) : i18n.t(`time.${alone}`, { large: formatNumber(large) });
}

export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(iso));
}

/** Seconds on an axis, short and in one unit: "0", "45 s", "2.5 min", "3 h". */
export function formatMinutes(seconds: number): string {
  if (seconds === 0) return "0";
  const [size, unit] =
    seconds >= 3600 ? ([3600, "h"] as const) : seconds >= 60 ? ([60, "min"] as const) : ([1, "s"] as const);
  const amount = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(seconds / size);
  return i18n.t(`time.${unit}`, { large: amount, seconds: amount });
}

const periods = {
  day: { day: "numeric", month: "short" },
  week: { day: "numeric", month: "short" },
  month: { month: "short", year: "numeric" },
  full: { dateStyle: "medium" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A day of the calendar ("2026-03-02"): the same day wherever it is read. */
export function formatDay(day: string, as: keyof typeof periods = "full"): string {
  return new Intl.DateTimeFormat(language(), { ...periods[as], timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

export function formatDateTime(iso: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

/** The time alone while it is today, else with its date. */
export function formatClock(iso: string, now: Date = new Date()): string {
  const then = new Date(iso);
  if (then.toDateString() !== now.toDateString()) return formatDateTime(iso);
  return new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(then);
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["minute", 60],
  ["hour", 3600],
  ["day", 86_400],
];

/** "5 minutes ago", "in 2 hours"; a plain date beyond a week. */
export function formatRelative(iso: string, now: number = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 45) return i18n.t("time.just_now");
  if (distance > 7 * 86_400) return formatDate(iso);
  const step = steps.findLast(([, size]) => distance >= size) ?? (["minute", 60] as const);
  const [unit, size] = step;
  const count = Math.trunc(seconds / size) || Math.sign(seconds);
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(count, unit);
}

export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return i18n.t("none");
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatNumber(value, unit === 0 || value >= 100 ? 0 : 1)} ${units[unit] ?? "B"}`;
}
