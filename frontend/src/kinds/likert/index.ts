import type { ScoresAnswer, SettingsByKind } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindDefinition } from "../kind";
import { scoring } from "../rating/score-keys";
import { LikertView } from "./view";

export const likertKind = {
  View: LikertView,
  editor: { ...scoring, Workbench: deferred(async () => (await import("./likert-workbench")).LikertWorkbench) },
} satisfies KindDefinition<ScoresAnswer, SettingsByKind["likert.v1"]>;
