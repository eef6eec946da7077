/** Where values stand on an axis, and which round numbers are written beside it. */

export interface Scale {
  min: number;
  max: number;
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** What people call round of seconds: parts of a minute, of an hour, of a day. */
const TIMES = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400];

/** The same for an axis of seconds, whose round numbers are those of clocks. */
export function timeScaleOf(values: readonly number[], count = 5): Scale {
  const span = Math.max(...values) - Math.min(...values);
  const step = TIMES.find((time) => time * count >= span);
  if (!step || !(span > 0)) return scaleOf(values, count, 1);
  const first = Math.floor(Math.min(...values) / step);
  const last = Math.ceil(Math.max(...values) / step);
  return {
    min: first * step,
    max: last * step,
    ticks: Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step),
  };
}

/** An axis over all values whose ends and ticks are round numbers; about `count` ticks, `least` or more apart. */
export function scaleOf(values: readonly number[], count = 5, least = 0): Scale {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (!Number.isFinite(low)) return { min: 0, max: 1, ticks: [0, 1] };
  const span = high - low || Math.abs(high) || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max((STEPS.find((step) => step * power >= rough) ?? 10) * power, least);
  // A single value stands between two ticks; the axis of figures that are never negative begins at 0.
  const alone = low === high;
  const first = alone && low !== 0 ? Math.ceil(low / step) - 1 : Math.floor(low / step);
  const last = alone ? Math.floor(high / step) + 1 : Math.ceil(high / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, place) =>
    Number(((first + place) * step).toPrecision(12)),
  );
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks };
}

/** How many digits the ticks need, so that none is written as another number. */
export function digitsOf({ ticks }: Scale): number {
  return Math.max(...ticks.map((tick) => (String(tick).split(".")[1] ?? "").length));
}

/** The share (0-1) of the axis at which a value stands. */
export function shareOf({ min, max }: Scale, value: number): number {
  return (value - min) / (max - min || 1);
}
