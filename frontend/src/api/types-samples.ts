/** Samples with their rounds, and the figures about them. */

import type { Answer } from "./answers";
import type { Job, User } from "./types";

export type SampleState = "waiting" | "open" | "done" | "withdrawn";

export interface SampleRow {
  id: number;
  state: SampleState;
  image: { id: number; name: string; thumb: string; width: number; height: number };
  stage: string | null;
  split: string;
  round: number | null;
  updated_at: string;
  flags: string[];
}

export type Measures = Record<string, number | null>;

export interface Annotation {
  id: number;
  index: number;
  origin: "model" | "person" | "import";
  author: User | null;
  producer: string;
  value: Answer;
  from_scratch: boolean;
  scratch_reason: string | null;
  measures: { self?: Measures; from_base?: Measures | null; from_seed?: Measures | null };
  active_seconds: number | null;
  created_at: string;
  parent: number | null;
  stopped_early: boolean;
}
export interface SampleTask {
  id: number;
  index: number;
  state: string;
  held_by: User | null;
  expires_at: string | null;
}
export interface SampleStage {
  key: string;
  title: string;
  kind: string;
  annotations: Annotation[];
  tasks: SampleTask[];
}
export interface Transition {
  at: string;
  subject: string;
  from: string;
  to: string;
  reason: string;
  actor: User | null;
}
export interface SampleDetail {
  id: number;
  state: SampleState;
  project: { id: number; name: string };
  image: {
    id: number;
    name: string;
    width: number;
    height: number;
    urls: { thumb: string; view: string; full: string };
    metadata: Record<string, unknown>;
  };
  split: string;
  stages: SampleStage[];
  transitions: Transition[];
}

export interface RoundRow {
  stage: string;
  title: string;
  index: number;
  submissions: number;
  tokens_mean: number | null;
  tokens_median: number | null;
  active_seconds_mean: number | null;
  jaccard_mean: number | null;
  jaccard_n: number | null;
  edit_distance_mean: number | null;
  from_scratch: number;
  stopped_early: number;
}
export interface AnnotatorRow {
  user: User;
  submissions: number;
  active_seconds_mean: number | null;
  edit_share_mean: number | null;
  skips: number;
  last_at: string | null;
}
export interface Overview {
  progress: {
    samples: number;
    waiting: number;
    open: number;
    done: number;
    withdrawn: number;
    by_stage: { key: string; title: string; open: number; held: number; done: number }[];
  };
  rounds: RoundRow[];
  objects: { kept: number; edited: number; added: number; removed: number; merged: number };
  annotators: AnnotatorRow[];
  days: { day: string; submissions: number }[];
  blocked: { samples_waiting_for_new_people: number; annotators: number };
  jobs: Job[];
  worker: { alive: boolean; needed: boolean; last_seen: string | null };
}
