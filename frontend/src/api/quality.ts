/** Names for what quality control sends, out of the generated schema; answers get their shapes. */
import type { Answer, KindAnswer } from "./types";
import type { components } from "./schema";

type S = components["schemas"];

export type Verdict = S["AssignmentVerdict"];
export type Scope = S["Block"]["scope"];
export type ShownImage = S["ShownImage"];
export type StageName = S["StageName"];

export type ReviewAnswer = Omit<S["ReviewAnswer"], "value" | "about"> & { value: Answer; about: KindAnswer | null };
export type Flag = S["Flag"];
export type OtherAnswer = Omit<S["OtherAnswer"], "value"> & { value: Answer };
export interface ReviewItem {
  answer: ReviewAnswer;
  flags: Flag[];
  others: OtherAnswer[];
}
export type Judged = ReviewItem & Pick<S["Judged"], "requeued">;
export type Judgement = Pick<S["NewVerdict"], "verdict"> & Required<Pick<S["NewVerdict"], "reason" | "requeue">>;
export type Rejections = S["Rejections"];
export type Consequences = S["Consequences"];
export type ActVerb = S["NewAct"]["verb"];
export type NewAct = S["NewAct"];
export type Act = S["ActDetail"];
export type ListedAct = S["Act"];
export type AnswerFilters = NonNullable<NewAct["matching"]>;
export type Skipped = S["Skipped"];

export type CodeInfo = S["FlagCode"];
export type QualitySettings = S["Quality"]["settings"];
export type Quality = S["Quality"];
export type QualityRun = S["ChecksRun"];
export type AnnotatorQuality = S["AnnotatorQuality"];
export type Block = S["Block"];
export type NewBlock = S["NewBlock"];
export type Batch = S["Batch"];
export type NewBatch = S["NewBatch"];
export type BatchReport = S["BatchReport"];

export type Measure = S["Measure"];
export type StageAgreement = S["StageAgreement"];
export type Aggregate = S["Aggregate"];

export type Feedback = S["NewFeedback"];
export type SentFeedback = S["SentFeedback"];

export type GoldUse = S["Gold"]["uses"][number];
/** What a part of an answer can be; the kinds of today have only parts that are true or false. */
export type GoldValue = boolean | string;

export type Gold = Omit<S["Gold"], "value" | "about"> & { value: Answer | null; about: KindAnswer | null };
export type NewGold = S["NewGold"];
export type GoldChanges = S["GoldChanges"];
export type GoldImport = S["GoldImport"];
export type GoldEvidence = S["GoldEvidence"];
export type StageGold = S["StageGold"];
export type GoldShort = S["GoldShort"];
export type PersonsGold = S["PersonsGold"];

export type Qualification = S["EntryRules-Output"];
export type QualifiedPerson = S["QualifiedPerson"];
export type ConsentVersion = S["ConsentVersion"];

export type SuggestionState = S["SuggestionState"];
export type Suggestion = S["Suggestion"];
export type SpellingOutcome = S["SpellingOutcome"];
