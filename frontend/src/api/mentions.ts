import type { components } from "./schema";

type S = components["schemas"];

export type MentionRun = S["MentionRun"];
export type NewMentionRun = Required<S["NewMentionRun"]>;
export type MentionFigures = S["MentionFigures"];
export type MentionType = S["MentionType"];
export type MentionCoefficient = S["MentionCoefficient"];
export type MentionMany = S["MentionMany"];
