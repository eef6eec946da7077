/** Names for what the dashboards send, out of the generated schema. */
import type { components } from "./schema";

type S = components["schemas"];

export type HistogramSummary = S["HistogramSummary"];
export type Overview = S["Overview"];
export type Categories = S["Categories"];
export type CategorySplit = S["CategorySplit"];
export type StageProgress = S["StageProgress"];
export type Forecast = S["Forecast"];
export type TaskTime = S["TaskTime"];
export type Day = S["Day"];

export type Rounds = S["Rounds"];
export type RoundHistograms = S["RoundHistograms"];
export type RoundBrief = S["RoundBrief"];
export type CalendarUnit = S["Calendar"]["unit"];
export type Stopping = S["Stopping"];
export type Threshold = S["Threshold"];

export type Compared = S["ComparedFigure"];
export type FigureName = keyof S["ComparedFigures"];
export type EarlyWarning = S["Warning"];
export type Annotator = S["Annotator"];
export type AnnotatorDetail = S["AnnotatorDetail"];
export type AnnotatorText = S["AnnotatorText"];
export type StageDashboard = S["StagePage"];
