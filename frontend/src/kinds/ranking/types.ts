import type { StudyResults } from "@/api/studies";
import type { AnswersByKind, SettingsByKind } from "@/api/types";

export type RankingAnswer = AnswersByKind["ranking.v1"];
export type RankingSettings = SettingsByKind["ranking.v1"];
export type RankingResults = Extract<StudyResults, { design: "ranking.v1" }>;
