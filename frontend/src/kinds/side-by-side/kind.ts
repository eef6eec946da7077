import type { ScoresAnswer } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindUi } from "../kind";
import { scoring } from "../rating/score-keys";

export const sideBySideKind: KindUi<ScoresAnswer> = {
  ...scoring,
  name: "side_by_side.v1",
  Workbench: deferred(async () => (await import("./side-by-side-workbench")).SideBySideWorkbench),
};
