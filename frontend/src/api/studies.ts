/** Names for what the pages about studies are sent, out of the generated schema. */
import type { Job, Person } from "./types";

/** Where texts come from. */
export type TextSource =
  | { type: "round"; stage: string; index: number }
  | { type: "final"; stage: string }
  | { type: "seed"; stage: string; version: number | null }
  | { type: "file"; file: number };

export interface AvailableSource {
  source: TextSource;
  title: string;
  texts: number;
}

export interface TitledSource {
  source: TextSource;
  title: string;
}

export interface TextFile {
  id: number;
  name: string;
  texts: number;
  matched: number;
  created_by: Person;
  created_at: string;
}

export type Design = "side_by_side" | "likert";
export type StudyState = "preparing" | "open" | "closed" | "failed";
export type Reasons = "required" | "optional" | "off";

export interface StudyMetric {
  key: string;
  title: string;
  help: string;
}

export interface Study {
  id: number;
  name: string;
  design: Design;
  state: StudyState;
  sources: TitledSource[];
  options: {
    sample_size: number | null;
    raters_per_item: number;
    metrics: StudyMetric[];
    justification: Reasons;
  };
  seed: number;
  items: number;
  ratings: number;
  wanted: number;
  work: { id: number; name: string } | null;
  problem: string;
  job: Job | null;
  created_by: Person;
  created_at: string;
  closed_at: string | null;
}

export interface StudyPreview {
  items: number;
  missing: { source: TextSource; without_text: number }[];
  authors: number;
  same: number;
  warnings: string[];
}

export interface NewStudy {
  name: string;
  design: Design;
  sources: TitledSource[];
  sample_size: number | null;
  raters_per_item: number;
  metrics?: StudyMetric[];
  justification?: Reasons;
  raters?: number[];
  seed?: number;
  guidelines?: string;
}

/** A figure with its interval, or why there is none. */
export interface Interval {
  value: number | null;
  low: number | null;
  high: number | null;
  why: string | null;
}

export interface Agreement {
  metric: string;
  alpha: number | null;
  why: string | null;
  pairwise: number | null;
  items: number;
}

interface AnyResults {
  items: number;
  ratings: number;
  raters: number;
  sources: string[];
  agreement: Agreement[];
  excluded: { rejected: number; withdrawn: number };
  method: string;
}

export interface ComparedMetric {
  key: string;
  title: string;
  n: number;
  /** From "the first source is substantially better" to "the second is". */
  counts: number[];
  percent: number[] | null;
  net: Interval;
}

export interface ComparedResults extends AnyResults {
  design: "side_by_side";
  levels: string[];
  metrics: ComparedMetric[];
  umbrellas: (Interval & { key: string; title: string })[];
  effects: {
    length: { rho: number | null; low: number | null; high: number | null; n: number; why: string | null; text: string };
    time: { rho: number | null; n: number; why: string | null; median_seconds_by_level: (number | null)[]; text: string };
  };
}

export interface RatedSource {
  source: string;
  items: number;
  median_counts: number[];
  mean_of_medians: Interval;
  counts: number[];
}

export interface RatedMetric {
  key: string;
  title: string;
  by_source: RatedSource[];
  difference: Interval | null;
}

export interface RatedResults extends AnyResults {
  design: "likert";
  metrics: RatedMetric[];
}

export type StudyResults = ComparedResults | RatedResults;

export interface CaseRating {
  rater: string;
  scores: Record<string, { score: number; justification: string }>;
  seconds: number | null;
  verdict: string | null;
}

export interface StudyCase {
  number: number;
  image: { id: number; name: string; width: number; height: number; urls: { thumb: string; view: string; full: string } } | null;
  image_name: string;
  /** As the texts; none where only scores were brought in. */
  sources: string[];
  texts: string[];
  flipped: boolean;
  ratings: CaseRating[];
}
