/** What mini-batches, entry conditions, live checks and feedback send. */
import type { Answer } from "./answers";
import type { components } from "./schema";
import type { Assignment } from "./types";

type S = components["schemas"];

export type NamedProject = S["Named"];
export type StageName = S["StageName"];

/** What stands between a person and the work, and what opens it. */
export type Gate = S["Gate"];

/** A mini-batch: tasks done one after the other and submitted together. */
export type Hit = Omit<S["Hit"], "assignments"> & { assignments: Assignment[] };
export type HitPurpose = Hit["purpose"];
export type HeldHit = S["HeldHit"];
export type HitSubmitted = S["HitSubmitted"];

/** One thing the server's rules find in an answer that is being written. Spans are in code points. */
export type Finding = Omit<S["Finding"], "span"> & { span: [start: number, end: number] | null };

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

/** How a person from a crowd platform goes back there. */
export type Completion = S["Completion"];
/** A visit of somebody from a crowd platform. */
export type Participation = S["Participation"];

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
export type MyFeedback = Omit<S["ReceivedFeedback"], "mine"> & { mine: Answer };
