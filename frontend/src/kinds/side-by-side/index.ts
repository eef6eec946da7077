import type { ScoresAnswer, SettingsByKind } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindDefinition } from "../kind";
import { scoring } from "../rating/score-keys";
import { SideBySideView } from "./view";

export const sideBySideKind = {
  View: SideBySideView,
  editor: {
    ...scoring,
    Workbench: deferred(async () => (await import("./side-by-side-workbench")).SideBySideWorkbench),
  },
} satisfies KindDefinition<ScoresAnswer, SettingsByKind["side_by_side.v1"]>;
