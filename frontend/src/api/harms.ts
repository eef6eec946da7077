import type { components } from "./schema";

type S = components["schemas"];

export type HarmStage = S["HarmStage"];
export type HarmStages = S["HarmStages"];
export type HarmPairing = S["HarmPairing"];
export type NewHarmRun = Required<S["NewHarmRun"]>;
export type HarmRun = S["HarmRun"];
export type HarmFigures = S["HarmFigures"];
export type HarmShare = S["HarmShare"];
export type HarmGraph = S["HarmGraph"];
export type HarmInclusion = S["HarmInclusion"];
export type HarmDifference = S["HarmDifference"];
export type HarmWord = S["HarmWord"];
export type HarmIdentity = S["HarmIdentity"];
export type HarmAbsence = S["HarmAbsence"];
export type HarmVersion = S["HarmVersion"];
export type HarmVersions = S["HarmVersions"];
export type HarmMeasure = HarmWord["measure"];
export type HarmCase = S["HarmCase"];
export type HarmCases = S["HarmCasesPage"];
export type HarmText = S["HarmText"];
export type HarmVerdictName = NonNullable<HarmCase["verdict"]>;
export type HarmScenario = NonNullable<HarmCase["scenario"]>;
export type HarmActName = HarmCase["acts"][number]["act"];
