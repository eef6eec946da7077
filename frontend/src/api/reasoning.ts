import type { components } from "./schema";

type S = components["schemas"];

export type ReasoningSet = S["ReasoningSet"];
export type ReasoningRun = S["ReasoningRun"];
export type NewReasoningRun = S["NewReasoningRun"];
export type ReasoningResults = S["ReasoningResults"];
export type ReasoningFigures = S["ReasoningFigures"];
export type ReasoningDifference = S["ReasoningDifference"];
export type ReasoningLayout = ReasoningSet["layout"];
