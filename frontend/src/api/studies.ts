/** Names for what the pages about studies are sent, out of the generated schema. */
import type { components } from "./schema";

type S = components["schemas"];

/** What there are texts of, what it is called, and how many. */
export type AvailableSource = S["AvailableSource"];
/** Where texts come from. */
export type TextSource = S["TextSource"];
export type TitledSource = S["TitledSource"];
export type TextFile = S["TextFile"];

export type Study = S["Study"];
export type Barring = Study["options"]["barring"];
export type Design = Study["design"];
export type StudyState = Study["state"];
export type StudyMetric = S["StudyMetric-Output"];
export type Reasons = S["StudyOptions"]["justification"];
export type StudyImages = NonNullable<S["StudyOptions"]["images"]>;
export type StudyPreview = S["StudyPreview"];
export type NewStudy = S["NewStudy"];

/** A figure with its interval, or why there is none. */
export type Interval = S["StudyInterval"];
export type Agreement = S["StudyAgreement"];
export type ComparedMetric = S["SideBySideMetric"];
export type ComparedResults = S["SideBySideResults"];
export type RatedSource = S["LikertSource"];
export type RatedMetric = S["LikertMetric"];
export type RatedResults = S["LikertResults"];
export type StudyResults = S["StudyResults"];

/** Scores with their reasons, by metric. */
export type GivenScores = S["CaseScores"]["scores"];
export type CaseRating = S["CaseRating"];
export type StudyCase = S["StudyCase"];

/** Why raters judged as they did, item by item. */
export type JustificationPage = S["JustificationPage"];
export type ItemJustifications = S["ItemJustifications"];
export type Justification = S["Justification"];
