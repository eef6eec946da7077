/** Names for what the pages about models are sent, out of the generated schema. */
import type { components } from "./schema";

type S = components["schemas"];

export type SeedRole = S["Connection"]["roles"][number];
export type SettingValues = S["Connection"]["settings"];

export type BackendInfo = S["SettableBackend"];
export type BackendSecret = S["BackendSecret"];

export type VersionState = S["ModelVersionState"];
export type VersionBrief = S["VersionBrief"];
export type Snapshot = S["Snapshot"];
export type ModelVersion = S["ModelVersion"];

export type Connection = S["Connection"];
export type NewConnection = S["NewConnection"];
export type ConnectionChanges = S["ConnectionChanges"];
export type SharedConnection = S["Shared"];
export type SharedChanges = S["SharedChanges"];
export type OfferedConnection = S["OfferedConnection"];
export type VersionComparison = S["VersionComparison"];
export type VersionComparisonResult = S["VersionComparisonResult"];
export type PastVersionComparison = S["PastVersionComparison"];
export type Health = S["Health"];
export type ProjectBudget = S["ProjectBudget"];
export type ModelAssignment = S["ModelAssignment"];

export type Provenance = S["Provenance"];
export type TrialResult = S["TrialResult"];
export type Trial = S["Trial"];
