import type { components } from "./schema";

type S = components["schemas"];

export type Groups = S["Groups"];
export type GroupScheme = S["GroupScheme"];
export type NewGroupScheme = Required<S["NewGroupScheme"]>;
export type GroupMeaning = NewGroupScheme["means"][string][number];
export type GroupFigures = S["GroupFigures"];
export type GroupAsked = S["GroupAsked"];
export type GroupQuestion = S["GroupQuestion"];
