/** What mini-batches, entry conditions, live checks and feedback send. */
import type { components } from "./schema";
import type { Answer, Assignment, LaterAnswer } from "./types";

type S = components["schemas"];

export type NamedProject = S["NamedProject"];
export type StageName = S["StageName"];

/** What stands between a person and the work, and what opens it. */
export type Gate = S["Gate"];

/** A mini-batch: tasks done one after the other and submitted together. */
export type Hit = Omit<S["Hit"], "assignments"> & { assignments: Assignment[] };

/** What asking for work gives: one task, a mini-batch, or the reason why there is none. */
export type Claim = Omit<S["Claim"], "assignment" | "hit" | "reason"> & {
  assignment: Assignment | null;
  /** "not_ahead" is the answer to claims ahead alone. */
  reason: Exclude<S["Claim"]["reason"], "not_ahead">;
  hit: Hit | null;
};
export type HitPurpose = Hit["purpose"];
export type HeldHit = S["HeldHit"];

/** The words and numbers in a message: with its code they say it in any language. */
export type Params = Readonly<Record<string, string | number>>;
/** Other words for a place of the text, by which what was found there is removed. */
export interface Fix {
  span: readonly [start: number, end: number];
  text: string;
}

/** One thing the server's rules find in an answer that is being written. Spans are in code points. */
export type Finding = Omit<S["Problem"], "span" | "params" | "message_code" | "fix"> & {
  span: [start: number, end: number] | null;
  params?: Params;
  message_code?: string | null;
  fix?: Fix | null;
};
/** A saved draft, with what the rules say of it where that was asked. */
export type DraftSaved = Omit<S["DraftSaved"], "problems"> & { problems: readonly Finding[] | null };

/** What was right in one task of a practice round. */
export type PracticeResult = Omit<S["PracticeChecked"], "example"> & { example: Answer | null };
export type ItemFeedback = PracticeResult & { mine: Answer | null };
export type HitFeedback = Omit<S["HitFeedback"], "items"> & { items: ItemFeedback[] };

/** How a person from a crowd platform goes back there. */
export type Completion = S["Completion"];
/** A visit of somebody from a crowd platform. */
export type Participation = S["Participation"];

/** How far I have come on the way into a project. */
export type MyQualification = S["MyQualification"];

/** A word from a lead about something I wrote. */
export type MyFeedback = Omit<S["ReceivedFeedback"], "mine"> & { mine: Answer };

/** What became of something I wrote: my answer, and at most one of somebody else's. */
export type OutcomeNotice = Omit<S["OutcomeNotice"], "mine" | "other"> & { mine: Answer; other: LaterAnswer | null };
