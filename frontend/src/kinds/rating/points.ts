import type { TFunction } from "i18next";
import type { LikertSettings } from "./metrics";

/** One place on a scale: what is stored, and what it says. */
export interface Point {
  value: number;
  /** In full, for those who hear it. */
  name: string;
  /** For where there is little room. */
  sign: string;
  /** Below the sign where there is room; null where the sign says it all. */
  label: string | null;
}

/** Both ends in words, as they stand below the scale. */
export interface Scale {
  points: readonly Point[];
  low: string;
  high: string;
}

const SIDES = [
  { value: -2, key: "left_much", sign: "«" },
  { value: -1, key: "left", sign: "‹" },
  { value: 0, key: "same", sign: "=" },
  { value: 1, key: "right", sign: "›" },
  { value: 2, key: "right_much", sign: "»" },
] as const;

/** Which of two texts is better, and by how much. */
export function sidesScale(t: TFunction<"answers">): Scale {
  return {
    points: SIDES.map(({ value, key, sign }) => {
      const name = t(`rating.side.${key}`);
      return { value, sign, name, label: name };
    }),
    low: t("rating.left_end"),
    high: t("rating.right_end"),
  };
}

/** How good one text is, from 1 to 5; the project may have words for both ends. */
export function levelScale(
  t: TFunction<"answers">,
  settings: Pick<LikertSettings, "low_label" | "high_label"> | undefined,
): Scale {
  const low = settings?.low_label || t("rating.low_end");
  const high = settings?.high_label || t("rating.high_end");
  const points = [1, 2, 3, 4, 5].map((value) => {
    const sign = String(value);
    const label = value === 1 ? low : value === 5 ? high : null;
    return { value, sign, label, name: label === null ? sign : `${sign}: ${label}` };
  });
  return { points, low, high };
}
