/**
 * Names for what the server sends, out of the generated schema. Answers are open objects there, because
 * each kind brings its own: here they get the types that the schema has for them by kind.
 */
import type { components } from "./schema";

type S = components["schemas"];

/** By the versioned names of the server's kinds. */
export type AnswersByKind = S["AnswersByKind"];
export type SettingsByKind = S["SettingsByKind"];
/** Which one it is, the name of its kind says, which the server sends beside it. */
export type Answer = AnswersByKind[keyof AnswersByKind];
/** An answer of another stage than the one beside it. */
export type KindAnswer = Omit<S["KindAnswer"], "answer"> & { answer: Answer };

export type ObjectsAnswer = S["ObjectsAnswer"];
export type ObjectAnswer = S["ImageObject"];
export type DescriptionAnswer = S["DescriptionAnswer"];
export type CaptionAnswer = S["CaptionAnswer"];
export type QualityIssue = CaptionAnswer["quality_issues"][number];
export type VoteAnswer = S["VoteAnswer"];
export type OcrAnswer = S["OcrAnswer"];
export type OcrToken = S["OcrToken"];
/** The texts that are judged at once, in the order in which they are shown. */
export type TextsAnswer = S["TextsAnswer"];
export type ScoresAnswer = S["SideBySideAnswer"] | S["LikertAnswer"];
export type Score = ScoresAnswer["scores"][string];
/** Pixels of the upright original image, two decimals, inside the image. */
export type Box = S["Box"];

export interface Page<T> {
  next: string | null;
  previous: string | null;
  results: T[];
}

export type User = S["User"];
export type Me = S["Me"];
export type PagesInUse = S["PagesInUse"];
export type Preferences = S["Preferences"];
export type PreferenceChanges = S["PreferenceChanges"];
export type Person = S["Person"];
export type Session = S["Session"];
export type Pending = S["Pending"];
export type SecondFactors = S["SecondFactors"];
export type SecondFactorRule = S["SecondFactorRule"];
export type Passkey = S["Passkey"];
export type NewTotp = S["NewTotp"];
export type Enrolled = S["Enrolled"];
export type Token = S["Token"];
export type OpenSession = S["OpenSession"];
export type ListedUser = S["ListedUser"];
export type UserDetail = S["UserDetail"];
export type UserMembership = S["UserMembership"];
export type Health = S["InstallationHealth"];
export type HealthPart = S["HealthPart"];
export type HealthPoint = S["HealthPoint"];
export type DataFile = S["DataFile"];
export type Deletion = S["Deletion"];
export type DeletionPreview = S["Preview"];
export type DeletionLine = S["Line"];
export type RetentionRule = S["RetentionRule"];
export type RetentionOutlook = S["Outlook"];
export type RetentionRun = S["RetentionRun"];
export type ImageErasing = S["Erasing"];
export type ProjectStorage = S["ProjectStorage"];
export type CreatedToken = S["CreatedToken"];

export type Role = S["Role"];
export type NoRepeat = S["Recipe"]["no_repeat"];
export type HitSpec = NonNullable<S["StageSpec"]["hit"]>;
export type StageSpec = S["StageSpec"];
export type Recipe = S["Recipe"];
export type StageChanges = S["StageChanges"];
export type RecipeSettings = S["RecipeChanges"];
export type ProjectState = S["ProjectState"];
export type Project = S["Project"];
export type Member = S["Member"];
export type Team = S["Team"];
export type Invitation = S["Invitation"];
export type CreatedInvitation = S["CreatedInvitation"];
export type NamedInvitation = S["NamedInvitation"];
export type MailedInvitation = S["MailedInvitation"];
export type InvitedPeople = S["InvitedPeople"];
export type Invitee = S["Invitee"];
export type NewInvitees = S["NewInvitees"];
export type Capacity = S["Capacity"];
export type StageNeed = S["StageNeed"];
export type OwnInvitation = S["OwnInvitation"];
export type InvitationInfo = S["InvitationPage"];
export type GuidelineVersion = S["GuidelineVersion"];
export type Guideline = S["Guideline"];
export type Guidelines = S["Guidelines"];
export type AuditEntry = S["AuditEvent"];

export type Job = S["Job"];
export type JobState = Job["state"];
export type Split = S["ImageSplit"];
export type UploadResult = S["UploadResult"];
export type Import = S["Import"];
export type ImportChoice = S["ImportChoice"];
export type ImportChoices = S["ImportChoices"];
export type ImportError = S["RowError"];
export type Export = S["Export"];
export type Formats = S["Formats"];
export type ExportFormat = Export["format"];
export type SeedingOver = S["SeedingRunOver"];
export type SeedingRun = S["SeedingRun"];
export type Seeding = S["Seeding"];
export type SeedImport = S["SeedImport"];
export type Opened = S["Opened"];

export type NoWorkReason = NonNullable<S["ProjectOfWork"]["reason"]>;
export type HeldAssignment = S["HeldTask"];
export type WorkStage = S["StageAvailable"];
export type WorkProject = S["ProjectOfWork"];
export type Work = S["Work"];
export type Lease = S["Lease"];
export type Submitted = S["Submitted"];
export type SkipReason = S["Skip"]["reason"];
export type AssignmentState = S["AssignmentState"];
export type Draft<A extends Answer = Answer> = Omit<S["Draft"], "answer"> & { answer: A };
export type StageSettings = S["StageOfWork"]["settings"];
export type Assignment<A extends Answer = Answer, Settings = StageSettings> = Omit<
  S["Assignment"],
  "about" | "objects" | "start" | "stage" | "texts" | "draft"
> & {
  stage: Omit<S["StageOfWork"], "settings"> & { settings: Settings };
  objects: ObjectAnswer[];
  start: A;
  texts: { key: string; answer: A }[];
  draft: Draft<A> | null;
  /** The answer to be judged. */
  about: KindAnswer | null;
};
export type HistoryEntry = S["HistoryItem"];
export type OutcomeState = S["HistoryItem"]["outcome"];
export type LaterAnswer = Omit<S["LaterAnswer"], "answer"> & { answer: Answer };
export type AnswerOutcome = Omit<S["AnswerOutcome"], "later"> & { later: LaterAnswer[] };
export type HistoryDetail = Omit<S["HistoryDetail"], "mine" | "start" | "about" | "outcome"> & {
  outcome: AnswerOutcome;
  /** What was judged, where the answer judges. */
  about: KindAnswer | null;
  mine: Answer;
  start: Answer | null;
};

export type SampleState = S["SampleState"];
export type SampleRow = S["Sample"];
export type NewSampleAct = S["NewSampleAct"];
export type PastSampleAct = S["PastSampleAct"];
export type SampleAct = S["SampleAct"];
export type SampleView = S["SampleView"];
export type NewSampleView = S["NewSampleView"];
export type Measures = Record<string, number | null>;
export type Annotation = Omit<S["Annotation"], "value" | "measures"> & {
  value: Answer;
  measures: { self?: Measures | null; from_base?: Measures | null; from_seed?: Measures | null };
};
export type SampleTask = S["Task"];
export type SampleStage = Omit<S["SampleStage"], "annotations"> & { annotations: Annotation[] };
export type Transition = S["Transition"];
export type SampleDetail = Omit<S["SampleDetail"], "stages"> & { stages: SampleStage[] };
export type Threads = S["Threads"];
export type Thread = S["Thread"];
export type Comment = S["Comment"];
export type CommentPlace = S["CommentPlace"];
export type RoundRow = S["Round"];
export type Overview = S["Overview"];
export type Everywhere = S["Everywhere"];
