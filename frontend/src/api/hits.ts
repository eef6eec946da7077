/** What mini-batches, entry conditions, live checks and feedback send. */
import type { Answer } from "./answers";
import type { FieldProblem } from "./errors";
import type { Assignment, SampleRow, WorkStage } from "./types";

export interface NamedProject {
  id: number;
  name: string;
}

export type GateReason = "consent" | "practice" | "test" | "test_failed" | "history" | "locale" | "blocked";

/** What stands between a person and the work, and what opens it. */
export interface Gate {
  reason: GateReason;
  message: string;
  remedy: string | null;
  data: Record<string, unknown>;
}

export interface HitSize {
  size: number;
  minutes: number;
}

export type HitPurpose = "work" | "practice" | "test";
export type HitState = "live" | "submitted" | "released" | "expired";

/** A mini-batch: tasks done one after the other and submitted together. */
export interface Hit {
  id: number;
  state: HitState;
  purpose: HitPurpose;
  project: NamedProject;
  stage: Assignment["stage"];
  deadline: string;
  seconds: number;
  started_at: string;
  assignments: Assignment[];
}

export interface HeldHit {
  hit_id: number;
  project: NamedProject;
  stage: Pick<WorkStage, "key" | "title" | "kind">;
  purpose: HitPurpose;
  count: number;
  deadline: string;
}

export interface HitSubmitted {
  hit_id: number;
  submitted_at: string;
  repeated: boolean;
}

/** One thing the server's rules find in an answer that is being written. Spans are in code points. */
export interface Finding extends FieldProblem {
  severity: "error" | "advice";
  span: [start: number, end: number] | null;
}

export interface ItemFeedback {
  assignment: number;
  fields: { path: string; expected: unknown; given: unknown; right: boolean }[];
  note: string;
}

export interface HitFeedback {
  purpose: HitPurpose;
  items: ItemFeedback[];
  score: number | null;
  pass_mark: number | null;
  passed: boolean | null;
  attempts_left: number | null;
  retry_at: string | null;
}

export type CompletionKind = "none" | "redirect" | "code" | "form";

/** How a person from a crowd platform goes back there. */
export interface Completion {
  kind: CompletionKind;
  url: string;
  code: string;
  fields: Record<string, string>;
}

export interface Participation {
  project: NamedProject;
  stage: Pick<WorkStage, "key" | "title" | "kind"> | null;
  state: string;
  preview: boolean;
  next: "claim" | "submit" | "done";
  hit?: number | null;
}

export interface MyQualification {
  gate: Gate | null;
  consent: { version: number; body: string; agreed: boolean } | null;
  practice: { enabled: boolean; size: number; done: boolean } | null;
  test: {
    enabled: boolean;
    size: number;
    pass_mark: number;
    attempts_left: number | null;
    passed: boolean;
    score: number | null;
    retry_at: string | null;
    expires_at: string | null;
  } | null;
}

/** A word from a lead about something I wrote. */
export interface MyFeedback {
  id: number;
  project: NamedProject;
  stage: Pick<WorkStage, "key" | "title" | "kind">;
  image: Pick<SampleRow["image"], "id" | "name" | "urls">;
  mine: Answer;
  path: string;
  span: { start: number; end: number } | null;
  message: string;
  created_at: string;
  read_at: string | null;
  assignment?: number | null;
}
