import type { SettingsByKind } from "@/api/types";

export type SideBySideSettings = SettingsByKind["side_by_side.v1"];
export type LikertSettings = SettingsByKind["likert.v1"];
export type Metric = SideBySideSettings["metrics"][number];
/** Whether people say why: they must, they may, or they are not asked. */
export type Justification = SideBySideSettings["justification"];
