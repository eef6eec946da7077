/** Names for what the dashboards send, out of the generated schema. */
import type { components } from "./schema";
import type { Role } from "./types";

type S = components["schemas"];

export type SpreadBrief = S["SpreadBrief"];
export type Overview = S["Overview"];
export type StageProgress = S["StageProgress"];
export type Forecast = S["Forecast"];
export type TaskTime = S["TaskTime"];
export type Day = S["Day"];

export type Rounds = S["Rounds"];
export type RoundSpreads = S["RoundSpreads"];
export type RoundBrief = S["RoundBrief"];
export type CalendarUnit = S["CalendarUnitEnum"];
export type Stopping = S["Stopping"];
export type Threshold = S["Threshold"];

export type Compared = S["ComparedFigure"];
export type FigureName = keyof S["ComparedFigures"];
export type EarlyWarning = S["Warning"];
/** The schema has a word of its own for nothing, which is no role. */
type WithRole<T> = Omit<T, "role"> & { role: Role | null };
export type Annotator = WithRole<S["Annotator"]>;
export type AnnotatorPage = Omit<S["AnnotatorPage"], "results"> & { results: Annotator[] };
export type AnnotatorDetail = WithRole<S["AnnotatorDetail"]>;
export type AnnotatorText = S["AnnotatorText"];
export type StageDashboard = S["StagePage"];
