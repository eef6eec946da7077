/** A distribution as the server sends it: quantiles, and how many fell into each bin. */
export interface Spread {
  n: number;
  mean: number | null;
  q10: number | null;
  q25: number | null;
  median: number | null;
  q75: number | null;
  q90: number | null;
  /** How far a quantile may be off, where they are read from counts: 0 is exact, null is not known. */
  error?: number | null;
  bins?: readonly { low: number; high: number | null; count: number }[];
}

/** One whose quantiles are known. */
export interface KnownSpread extends Spread {
  q10: number;
  q25: number;
  median: number;
  q75: number;
  q90: number;
}

/** Fewer than these say little about the next one. */
export const SMALL_N = 30;

export function isKnown(spread: Spread): spread is KnownSpread {
  return spread.n > 0 && spread.median !== null;
}

export const QUANTILES = ["q10", "q25", "median", "q75", "q90"] as const;
