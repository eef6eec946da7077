/** What quality control sends: review, figures of annotators, blocks, batches, agreement. */
import type { Answer } from "./answers";
import type { components } from "./schema";
import type { Person, SampleRow } from "./types";

type S = components["schemas"];

export type Verdict = "unreviewed" | "approved" | "rejected";
export type ReviewState = "open" | "settled" | "all";
export type Scope = "batch" | "project" | "platform";
export type ShownImage = Pick<SampleRow["image"], "id" | "name" | "width" | "height" | "urls" | "hints">;

export interface StageName {
  key: string;
  title: string;
  kind: string;
}

export interface ReviewAnswer {
  annotation: number;
  assignment: number | null;
  sample: number;
  image: ShownImage;
  stage: StageName;
  annotator: Person;
  value: Answer;
  about: Answer | null;
  active_seconds: number;
  submitted_at: string;
  verdict: Verdict;
  verdict_reason: string;
  verdict_by: Person | null;
  batch: number | null;
}

export interface Flag {
  id: number;
  code: string;
  title: string;
  /** A whole sentence with the numbers it rests on. */
  explanation: string;
  numbers: Record<string, unknown>;
  state: "open" | "settled";
  created_at: string;
}

export interface OtherAnswer {
  annotator: Person;
  value: Answer;
  active_seconds: number;
  verdict: Verdict;
}

export interface ReviewItem {
  answer: ReviewAnswer;
  flags: Flag[];
  others: OtherAnswer[];
}

export interface Requeued {
  opened: number;
  /** Why the work could not be given to somebody else. */
  reason: string | null;
}

export type Judged = ReviewItem & { requeued: Requeued | null };

export interface BulkResult {
  done: number;
  requeued: number;
  failed: { annotation: number; message: string }[];
}

export interface CodeInfo {
  code: string;
  title: string;
  description: string;
}

export type QualitySettings = Record<string, unknown>;

export interface Quality {
  settings: QualitySettings;
  codes: CodeInfo[];
  open_by_code: Record<string, number>;
  answers_waiting: number;
}

export interface QualityRun {
  stage?: string;
  batch?: number;
  checks?: string[];
  random?: { count: number; seed: number };
}

export interface AnnotatorQuality {
  user: Person;
  stage: StageName;
  submissions: number;
  approved: number;
  rejected: number;
  approval_rate: number | null;
  flags_open: number;
  gold: { right: number; total: number; accuracy: number | null };
  active_seconds: { median: number | null; pool_median: number | null; z: number | null };
  edit_distance: { mean: number | null; pool_mean: number | null; z: number | null };
  is_new: boolean;
  warning: boolean;
  reasons: string[];
  blocked: { scope: Scope } | null;
}

export interface Block {
  id: number;
  user: Person;
  scope: Scope;
  batch: number | null;
  reason: string;
  created_at: string;
  created_by: Person | null;
  lifted_at: string | null;
  lifted_by: Person | null;
  returned: number;
  requeued: number;
}

export interface NewBlock {
  user: number;
  scope: Scope;
  batch?: number;
  reason: string;
  requeue: boolean;
}

export type Batch = S["Batch"];
export type NewBatch = S["BatchRequestRequest"];

export interface BatchReport {
  batch: Batch;
  submissions: number;
  annotators: AnnotatorQuality[];
  flags: Record<string, number>;
  approved: number;
  rejected: number;
  gold: { right: number; total: number; accuracy: number | null };
  blocked: Block[];
}

export interface Measure {
  name: string;
  title: string;
  value: number | null;
  /** Why there is no value. */
  undefined: string | null;
  n: number;
  explanation: string;
}

export interface StageAgreement extends StageName {
  measures: Measure[];
}

export interface Aggregate {
  sample: number;
  image: ShownImage;
  answers?: number;
  text_detected: { yes: number; no: number; majority: boolean | null } | null;
  canned: number | null;
  difficulty: "easy" | "medium" | "difficult" | "unusable" | null;
}

export interface Feedback {
  annotation: number;
  path: string;
  /** In code points, as everywhere in answers. */
  span: { start: number; end: number } | null;
  message: string;
}

export interface SentFeedback extends Feedback {
  id: number;
  created_at: string;
  read_at: string | null;
}

export type GoldUse = "mixed" | "practice" | "test";
export type GoldValue = boolean | string;

export interface Gold {
  id: number;
  stage: StageName;
  sample: number;
  image: ShownImage;
  value: Answer | null;
  about: Answer | null;
  expected: Record<string, GoldValue>;
  is_good: boolean;
  uses: GoldUse[];
  note: string;
  is_active: boolean;
  right: number;
  total: number;
  created_at: string;
}

export interface NewGold {
  annotation: number;
  stage: string;
  expected: Record<string, GoldValue>;
  is_good: boolean;
  uses: GoldUse[];
  note: string;
}

export type GoldChanges = Partial<Pick<Gold, "expected" | "is_good" | "uses" | "note">>;

export interface GoldImport {
  dry_run: boolean;
  counts: { total: number; added: number; failed: number };
  errors: { row: number; field: string; code: string; message: string; remedy: string | null }[];
}

export interface GoldEvidence {
  annotator: Person;
  gold: number;
  assignment: number;
  image?: ShownImage;
  path: string;
  expected: GoldValue;
  given: unknown;
  right: boolean;
  at: string;
}

export interface Qualification {
  consent_required: boolean;
  min_approved: number;
  min_approval_rate: number;
  locales: string[];
  practice: { enabled: boolean; size: number };
  test: {
    enabled: boolean;
    size: number;
    pass_mark: number;
    max_attempts: number;
    retry_hours: number;
    valid_days: number;
  };
}

export interface QualifiedPerson {
  user: Person;
  consent: { version: number; at: string } | null;
  practice: { done: boolean; at: string | null };
  test: { attempts: number; score: number | null; passed: boolean; at: string | null; expires_at: string | null };
}

export interface ConsentVersion {
  version: number;
  body: string;
  created_at: string;
  agreed: number;
}

export type SuggestionState = S["SuggestionStateEnum"];
export type Suggestion = S["Suggestion"];
export type SpellingOutcome = S["SpellingOutcome"];
