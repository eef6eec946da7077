/**
 * Names for what the server sends, out of the generated schema. Answers are open objects there,
 * because each kind brings its own; here they get the shapes of `answers.ts`.
 */
import type { Answer, ObjectAnswer } from "./answers";
import type { components } from "./schema";

export {
  isCaptionAnswer,
  isObjectsAnswer,
  isOcrAnswer,
  isScoresAnswer,
  isTextsAnswer,
  isVoteAnswer,
  textOfAnswer,
} from "./answers";
export type {
  Answer,
  Box,
  CaptionAnswer,
  DescriptionAnswer,
  ObjectAnswer,
  ObjectsAnswer,
  OcrAnswer,
  OcrToken,
  QualityIssue,
  Score,
  ScoresAnswer,
  TextsAnswer,
  VoteAnswer,
} from "./answers";

type S = components["schemas"];

export interface Page<T> {
  next: string | null;
  previous: string | null;
  results: T[];
}

export type User = S["User"];
export type Me = S["Me"];
export type Preferences = S["Preferences"];
export type PreferenceChanges = S["PreferenceChanges"];
export type Person = S["Person"];
export type Session = S["Session"];
export type Token = S["Token"];
export type CreatedToken = S["CreatedToken"];

export type Role = S["RoleEnum"];
export type NoRepeat = S["NoRepeatEnum"];
export type HitSpec = S["HitSpec"];
export type StageSpec = S["Stage"];
export type Recipe = S["Recipe"];
export type StageChanges = S["StageChangesRequest"];
export type RecipeSettings = S["RecipeChangesRequest"];
export type ProjectState = S["ProjectStateEnum"];
export type Project = S["Project"];
export type Member = S["Member"];
export type Invitation = S["Invitation"];
export type NewInvitation = S["NewInvitation"];
export type InvitationInfo = S["InvitationPage"];
export type GuidelineVersion = S["GuidelineVersion"];
export type Guideline = S["Guideline"];
export type Guidelines = S["Guidelines"];
export type AuditEntry = S["AuditEvent"];

export type Job = S["Job"];
export type JobState = S["JobStateEnum"];
export type Split = S["SplitEnum"];
export type UploadResult = S["Upload"];
export type Import = S["Import"];
export type ImportError = S["RowError"];
export type Export = S["Export"];
export type ExportFormat = Export["format"];
export type SeedingOver = S["OverEnum"];
export type SeedingRun = S["SeedingRun"];
export type Seeding = S["Seeding"];
export type SeedImport = S["SeedImport"];

export type NoWorkReason = S["ProjectOfWorkReasonEnum"];
export type HeldAssignment = S["Held"];
export type WorkStage = S["StageAvailable"];
export type WorkProject = S["ProjectOfWork"];
export type Work = S["Work"];
export type Lease = S["Lease"];
export type DraftSaved = S["DraftSaved"];
export type Submitted = S["Submitted"];
export type SkipReason = S["SkipRequestReasonEnum"];
export type AssignmentState = S["AssignmentStateEnum"];
export type Draft = Omit<S["Draft"], "answer"> & { answer: Answer };
export type Assignment = Omit<S["Assignment"], "about" | "objects" | "start" | "texts" | "draft"> & {
  objects: ObjectAnswer[];
  start: Answer;
  texts: { key: string; answer: Answer }[];
  draft: Draft | null;
  /** The answer to be judged. */
  about: Answer | null;
};
export type HistoryEntry = S["HistoryItem"];
export type BecameState = S["BecameEnum"];
export type LaterAnswer = Omit<S["Later"], "answer"> & { answer: Answer };
export type Became = Omit<S["Became"], "later"> & { later: LaterAnswer[] };
export type HistoryDetail = Omit<S["HistoryDetail"], "mine" | "start" | "about" | "became"> & {
  became: Became;
  /** What was judged, where the answer judges. */
  about: Answer | null;
  mine: Answer;
  start: Answer | null;
};

export type SampleState = S["SampleStateEnum"];
export type SampleRow = S["Sample"];
export type Measures = Record<string, number | null>;
export type Annotation = Omit<S["Annotation"], "value" | "measures"> & {
  value: Answer;
  measures: { self?: Measures | null; from_base?: Measures | null; from_seed?: Measures | null };
};
export type SampleTask = S["Task"];
export type SampleStage = Omit<S["SampleStage"], "annotations"> & { annotations: Annotation[] };
export type Transition = S["Transition"];
export type SampleDetail = Omit<S["SampleDetail"], "stages"> & { stages: SampleStage[] };
export type RoundRow = S["Round"];
export type AnnotatorRow = S["AnnotatorFigures"];
export type Overview = S["Overview"];
