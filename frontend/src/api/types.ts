/** What the server sends and takes, as the API contract says. Times are ISO 8601 strings. */

import type { Answer, ObjectAnswer } from "./answers";

export { isObjectsAnswer } from "./answers";
export type { Answer, Box, DescriptionAnswer, ObjectAnswer, ObjectsAnswer } from "./answers";

export type {
  Annotation,
  AnnotatorRow,
  Measures,
  Overview,
  RoundRow,
  SampleDetail,
  SampleRow,
  SampleStage,
  SampleState,
  SampleTask,
  Transition,
} from "./types-samples";

export interface Page<T> {
  next: string | null;
  previous: string | null;
  results: T[];
}

export interface User {
  id: number;
  username: string;
  display_name: string;
  email: string;
  is_admin: boolean;
}

export interface Session {
  user: User | null;
}

export interface Token {
  id: number;
  name: string;
  prefix: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}
export interface NewToken extends Token {
  token: string;
}

// Projects ------------------------------------------------------------------------------------

export type Role = "lead" | "reviewer" | "annotator";
export type NoRepeat = "sample" | "stage";

export interface StageSpec {
  key: string;
  title: string;
  kind: string;
  mode: "sequential" | "parallel";
  rounds: number;
  stop: { n: number; threshold: number } | null;
  seeded: boolean;
  lease_minutes: number;
  idle_seconds: number;
  settings: Record<string, unknown>;
}

export interface Recipe {
  name: string;
  version: number;
  title: string;
  description: string;
  no_repeat: NoRepeat;
  stages: StageSpec[];
}

/** What a lead may change of a recipe. */
export interface RecipeSettings {
  no_repeat?: NoRepeat;
  rounds?: Record<string, number>;
  threshold?: number;
  ngram?: number;
}

export type ProjectState = "active" | "paused" | "archived";

export interface Project {
  id: number;
  name: string;
  description: string;
  state: ProjectState;
  role: Role | null;
  recipe: Recipe | null;
  counts: { samples: number; done: number; members: number };
  created_at: string;
}

export interface Member {
  id: number;
  user: User;
  role: Role;
  is_blocked: boolean;
  joined_at: string;
}

export interface Invitation {
  id: number;
  role: Role;
  created_at: string;
  expires_at: string;
  uses_left: number;
}
export interface NewInvitation extends Invitation {
  url: string;
}
export interface InvitationInfo {
  project: { id: number; name: string };
  role: Role;
  expires_at: string;
}

export interface GuidelineVersion {
  version: number;
  created_at: string;
  author: User | null;
}
export interface Guideline extends GuidelineVersion {
  body: string;
}
export interface Guidelines {
  current: Guideline | null;
  versions: GuidelineVersion[];
  unread: boolean;
}

export interface AuditEntry {
  id: number;
  at: string;
  actor: User | null;
  verb: string;
  target: string;
  data: Record<string, unknown>;
}

// Jobs, import, export, seeding ---------------------------------------------------------------

export type JobState = "queued" | "running" | "succeeded" | "failed" | "cancelled";

export interface Job {
  id: number;
  name: string;
  title: string;
  state: JobState;
  done: number;
  total: number;
  message: string;
  error: { code?: string; message?: string; remedy?: string | null } | null;
  attempts: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  worker_alive: boolean;
}

export interface UploadResult {
  accepted: { name: string; image_id: number; sample_id: number }[];
  rejected: { name: string; code: string; message: string; remedy: string | null }[];
}

export interface ImportError {
  row: number | null;
  name: string;
  field: string | null;
  code: string;
  message: string;
  remedy: string | null;
}

export interface Import {
  id: number;
  source: string;
  format: string;
  dry_run: boolean;
  state: JobState;
  job: Job | null;
  counts: { total: number; added: number; skipped: number; failed: number };
  created_at: string;
  errors: ImportError[];
}

export interface Export {
  id: number;
  format: ExportFormat;
  state: JobState;
  job: Job | null;
  size_bytes: number | null;
  sha256: string | null;
  created_at: string;
  samples: number | null;
}
export type ExportFormat = "iiw-jsonl" | "coco";

export interface SeedingBackend {
  name: string;
  version: string;
  roles: ("detector" | "captioner")[];
  title: string;
  description: string;
  available: boolean;
  reason: string | null;
}
export interface SeedingCounts {
  waiting: number;
  seeded: number;
  failed: number;
  open: number;
  done: number;
}
export interface SeedingRun {
  id: number;
  state: JobState;
  job: Job | null;
  counts: Record<string, number>;
}
export interface Seeding {
  backends: SeedingBackend[];
  counts: SeedingCounts;
  run: SeedingRun | null;
}

// Work ----------------------------------------------------------------------------------------

export type NoWorkReason = "nothing_open" | "paused" | "blocked" | "no_more_for_you";

export interface HeldAssignment {
  assignment_id: number;
  project: { id: number; name: string };
  stage: { key: string; title: string; kind: string };
  image: { id: number; thumb: string };
  saved_at: string | null;
  expires_at: string;
}
export interface WorkStage {
  key: string;
  title: string;
  kind: string;
  available: boolean;
}
export interface WorkProject {
  id: number;
  name: string;
  description: string;
  guidelines_unread: boolean;
  stages: WorkStage[];
  done_by_me: number;
  reason: NoWorkReason | null;
}
export interface Work {
  held: HeldAssignment[];
  projects: WorkProject[];
}

export interface Lease {
  expires_at: string;
  seconds: number;
  heartbeat_seconds: number;
}
export interface Draft {
  version: number;
  answer: Answer;
  saved_at: string;
  scratch_reason: string | null;
}
export type AssignmentState = "live" | "submitted" | "released" | "expired" | "skipped";

export interface Assignment {
  id: number;
  state: AssignmentState;
  project: { id: number; name: string };
  stage: { key: string; title: string; kind: string; settings: Record<string, unknown> };
  image: {
    id: number;
    name: string;
    width: number;
    height: number;
    urls: { thumb: string; view: string; full: string };
    hints: { label: string; value: string }[];
  };
  objects: ObjectAnswer[];
  start: Answer;
  texts: { key: string; answer: Answer }[];
  start_key: string | null;
  draft: Draft | null;
  draft_version: number;
  lease: Lease;
  active_seconds: number;
  idle_seconds: number;
}
export interface Claim {
  assignment: Assignment | null;
  reason: NoWorkReason | null;
}
export interface DraftSaved {
  version: number;
  saved_at: string;
  lease: Lease;
}
export interface Submitted {
  assignment_id: number;
  submitted_at: string;
  repeated: boolean;
}
export type SkipReason = "image_broken" | "inappropriate" | "cannot_describe" | "language" | "other";

export interface HistoryEntry {
  assignment_id: number;
  project: { id: number; name: string };
  stage: { key: string; title: string; kind: string };
  image: { id: number; name: string; thumb: string };
  submitted_at: string;
  active_seconds: number;
}
export interface HistoryDetail extends HistoryEntry {
  mine: Answer;
  start: Answer | null;
}
