/** What the pages about models are sent: back ends, connections, versions, trials, the line-up. */
import type { Box } from "./answers";
import type { ShownImage } from "./quality";
import type { Job } from "./types";

export type SeedRole = "detector" | "captioner" | "ocr";
export type SettingValues = Record<string, unknown>;

export interface BackendSecret {
  name: string;
  title: string;
  help: string;
  required: boolean;
}

export interface BackendInfo {
  name: string;
  title: string;
  description: string;
  roles: SeedRole[];
  learns: boolean;
  available: boolean;
  reason: string | null;
  settings_schema: Record<string, unknown>;
  secrets: BackendSecret[];
  training_schema: Record<string, unknown> | null;
}

export type VersionState = "trained" | "candidate" | "serving" | "retired";
export type VersionSource = "base" | "settings" | "training" | "registered";

export interface VersionBrief {
  id: number;
  /** What people call it: "M2". */
  label: string;
  number: number;
  state: VersionState;
  connection: { id: number; name: string };
}

export interface Snapshot {
  id: number;
  digest: string;
  samples: number;
  held_out: number;
  facts: Record<string, unknown>;
}

export interface ModelVersion extends VersionBrief {
  source: VersionSource;
  base: VersionBrief | null;
  snapshot: Snapshot | null;
  training: number | null;
  settings: SettingValues;
  metrics: Record<string, number | null>;
  code_version: string;
  notes: string;
  /** How many seeds it made. */
  seeds: number;
  created_at: string;
  promoted_at: string | null;
  retired_at: string | null;
}

export interface Connection {
  id: number;
  name: string;
  backend: string;
  title: string;
  roles: SeedRole[];
  learns: boolean;
  built_in: boolean;
  settings: SettingValues;
  has_secrets: Record<string, boolean>;
  serving: VersionBrief | null;
  versions: number;
  in_lineup: SeedRole[];
  created_at: string;
  archived_at: string | null;
}

export interface NewConnection {
  name: string;
  backend: string;
  settings: SettingValues;
  secrets: Record<string, string>;
}
export type ConnectionChanges = Partial<Omit<NewConnection, "backend">>;

export interface Health {
  available: boolean;
  reason: string | null;
  seconds: number;
}

export interface Lineup {
  detector: number | null;
  captioner: number | null;
  ocr: number | null;
  /** The share of samples that get no seeds, 0-1. */
  unseeded_share: number;
}

export interface Provenance {
  backend: string;
  version: string;
  parameters: Record<string, unknown>;
  latency_seconds: number;
  prompt: string;
  raw: unknown;
  usage: { prompt_tokens: number; completion_tokens: number; cost: number } | null;
}

export interface TrialResult {
  detections: { label: string; box: Box; score: number }[];
  dropped: { reason: string; label: string }[];
  caption: string | null;
  crops: { label: string; text: string }[];
  words: { text: string; box: Box; score: number }[];
  provenance: Provenance[];
  problem: string | null;
  seconds: number;
}

export interface Trial {
  id: number;
  version: VersionBrief;
  image: ShownImage;
  job: Job;
  result: TrialResult | null;
  created_at: string;
}
