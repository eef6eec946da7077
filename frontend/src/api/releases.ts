import type { components } from "./schema";

type S = components["schemas"];

export type Release = S["Release"];
export type ReleaseDetail = S["ReleaseDetail"];
export type ReleaseFile = S["ReleaseFile"];
export type ReleasePreview = S["ReleasePreview"];
export type ReleaseComparison = S["ReleaseComparison"];
export type SampleDifference = S["SampleDifference"];
export type Datasheet = S["Datasheet"];
export type DatasheetQuestion = S["DatasheetQuestion"];
export type NewRelease = Required<S["NewRelease"]>;
export type ReleaseScope = Pick<NewRelease, "only_approved" | "split">;

/** Of all answers of one round of one stage, by who gave them. */
export interface RoundFigures {
  stage: string;
  index: number;
  origin: string;
  answers: number;
  from_scratch: number;
  stopped_early: number;
  tokens_mean: number | null;
  active_seconds_mean: number | null;
  jaccard_to_round_before_mean: number | null;
  edit_distance_to_round_before_mean: number | null;
}

/** How far those who wrote about the same images agree; null is what cannot be computed. */
export interface AgreementFigures {
  stage: string;
  images: number;
  similarity_mean: number | null;
  low: number | null;
  high: number | null;
}

/** What `statistics.json` of a release holds: the schema calls it any object, since it is a file. */
export interface ReleaseStatistics {
  samples: number;
  splits: Record<string, number>;
  people: number;
  answers: Record<string, number>;
  producers: Record<string, number>;
  work: { first_day: string | null; last_day: string | null; active_hours: number };
  rounds: RoundFigures[];
  /** Releases of earlier installations have none. */
  agreement?: AgreementFigures[];
  descriptions: {
    texts: number;
    tokens_mean: number | null;
    tokens_median: number | null;
    tokens_shortest: number | null;
    tokens_longest: number | null;
  };
  objects: { objects: number; different_labels: number };
}

/** Null until the release is frozen. */
export function statisticsOf({ statistics }: { statistics: object }): ReleaseStatistics | null {
  return "rounds" in statistics ? (statistics as ReleaseStatistics) : null;
}
