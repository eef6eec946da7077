import type { components } from "./schema";

type S = components["schemas"];

export type TextReport = S["TextReport"];
export type TextReportResults = S["TextReportResults"];
export type TextTable = S["TextReportTable"];
export type FigureInterval = S["FigureInterval"];
export type SourceDifference = S["SourceDifference"];
export type TextRow = S["TextReportRow"];
export type TextTableKey = TextTable["key"];
export type TextMeasure = S["TextReportOptions"]["measures"][number];
export type OfferedTexts = S["AvailableSource"];
export type TextModel = S["TextModel"];
export type QuestionFile = S["QuestionFile"];
export type NewTextReport = S["NewTextReport"];
