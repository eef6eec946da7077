/** Where values stand on an axis, and which round numbers are written beside it. */

export interface Scale {
  min: number;
  max: number;
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** An axis over all values whose ends and ticks are round numbers; about `count` ticks. */
export function scaleOf(values: readonly number[], count = 5): Scale {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (!Number.isFinite(low)) return { min: 0, max: 1, ticks: [0, 1] };
  const span = high - low || Math.abs(high) || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)));
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks };
}

/** The share (0-1) of the axis at which a value stands. */
export function shareOf({ min, max }: Scale, value: number): number {
  return (value - min) / (max - min || 1);
}
