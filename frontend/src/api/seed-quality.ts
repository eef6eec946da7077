/** What the pages about seeds in use are sent: their quality by version, and the order of samples. */
import type { VersionBrief } from "./models";
import type { Job, Person } from "./types";

export interface Figure {
  mean: number;
  low: number | null;
  high: number | null;
  n: number;
  /** What is to be known where there are few samples. */
  note: string | null;
}
export type Figures = Record<string, Figure | null>;

export interface FigureKind {
  name: string;
  title: string;
  unit: "tokens" | "share" | "things" | "seconds" | "rounds";
  better: "up" | "down" | null;
}

export interface ArmQuality {
  n: number;
  figures: Figures;
}

export interface VersionQuality extends ArmQuality {
  /** Null for seeds that were imported. */
  version: VersionBrief | null;
}

export interface SeedQuality {
  stages: { key: string; title: string }[];
  stage: string | null;
  versions: VersionQuality[];
  arms: { seeded: ArmQuality; unseeded: ArmQuality; difference: Figures };
  figures: FigureKind[];
}

export type OrderRule = "random" | "disagreement" | "low_confidence" | "diversity";

export interface Ordering {
  id: number;
  rule: OrderRule;
  versions: VersionBrief[];
  samples: number;
  job: Job | null;
  created_by: Person | null;
  created_at: string;
  applied_at: string | null;
}

export interface OrderingPage {
  rule: OrderRule;
  available: { rule: OrderRule; title: string; description: string; possible: boolean; reason: string | null }[];
  current: Ordering | null;
}
