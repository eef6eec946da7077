import type { components } from "./schema";

type S = components["schemas"];

export type Home = S["Home"];
export type HomeNeed = S["HomeNeed"];
export type HomeProject = S["HomeProject"];
