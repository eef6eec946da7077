import type { components } from "./schema";

type S = components["schemas"];

export type Hub = S["Hub"];
export type HubPush = S["HubPush"];
export type NewHubPush = Required<S["NewHubPush"]>;
