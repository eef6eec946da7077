/** Names for what quality control sends, out of the generated schema; answers get their shapes. */
import type { Answer } from "./answers";
import type { components } from "./schema";
import type { Person } from "./types";

type S = components["schemas"];

export type Verdict = S["VerdictEnum"];
export type Scope = S["Block"]["scope"];
export type ShownImage = S["ShownImage"];
export type StageName = S["StageName"];

export type ReviewAnswer = Omit<S["ReviewAnswer"], "value" | "about"> & { value: Answer; about: Answer | null };
export type Flag = S["Flag"];
export type OtherAnswer = Omit<S["OtherAnswer"], "value"> & { value: Answer };
export interface ReviewItem {
  answer: ReviewAnswer;
  flags: Flag[];
  others: OtherAnswer[];
}
export type Judged = ReviewItem & Pick<S["Judged"], "requeued">;
export type BulkResult = S["BulkResult"];
export type Skipped = S["Skipped"];

export type CodeInfo = S["Code"];
export type QualitySettings = S["Quality"]["settings"];
export type Quality = S["Quality"];
export type QualityRun = S["RunRequestRequest"];
export type AnnotatorQuality = S["AnnotatorQuality"];
export type Block = S["Block"];
export type NewBlock = S["BlockRequestRequest"];
export type Batch = S["Batch"];
export type NewBatch = S["BatchRequestRequest"];
export type BatchReport = S["BatchReport"];

export type Measure = S["Measure"];
export type StageAgreement = S["StageAgreement"];
export type Aggregate = S["Aggregate"];

export type Feedback = S["FeedbackRequestRequest"];
export type SentFeedback = S["SentFeedback"];

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
