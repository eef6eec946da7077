import type { SettingsByKind } from "@/api/types";

export type VoteSettings = SettingsByKind["vote.v1"];
export type Criterion = VoteSettings["criteria"][number];
