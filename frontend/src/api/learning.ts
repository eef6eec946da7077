/** What the pages about learning are sent: the loop, its timeline, trainings and their curves. */
import type { SettingValues, Snapshot, VersionBrief } from "./models";
import type { Job, Person } from "./types";

export type TrainingState =
  "queued" | "preparing" | "training" | "waiting" | "evaluating" | "promoting" | "succeeded" | "failed" | "cancelled";

export interface Training {
  id: number;
  connection: { id: number; name: string };
  state: TrainingState;
  reason: "batch" | "manual";
  base: VersionBrief;
  version: VersionBrief | null;
  snapshot: Snapshot | null;
  settings: SettingValues;
  finished_samples: number;
  problem: string;
  progress: { step: number; steps: number; message: string };
  job: Job | null;
  created_by: Person | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface TrainingPoint {
  step: number;
  epoch: number;
  loss: number | null;
  held_out_loss: number | null;
  learning_rate: number | null;
  at: string;
}

export interface TrainingPoints {
  points: TrainingPoint[];
  progress: Training["progress"];
  state: TrainingState;
}

export type LoopState = "off" | "collecting" | "training" | "refreshing";
export type PromotionRule = "manual" | "better";

export interface LoopSettings {
  connection: number | null;
  is_on: boolean;
  batch_size: number;
  promotion: PromotionRule;
  metric: string;
  margin: number;
  held_out_share: number;
  training: SettingValues;
}

export interface Loop extends LoopSettings {
  metrics: string[];
  state: LoopState;
  finished: number;
  counted: number;
  next_at: number | null;
  training_run: Training | null;
}

export interface LoopEvent {
  id: number;
  verb: string;
  /** What happened, in one sentence. */
  title: string;
  at: string;
  actor: Person | null;
  training: number | null;
  version: VersionBrief | null;
  seeding: number | null;
  data: Record<string, unknown>;
}
