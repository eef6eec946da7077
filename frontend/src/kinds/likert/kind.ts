import type { ScoresAnswer } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindUi } from "../kind";
import { scoring } from "../rating/score-keys";

export const likertKind: KindUi<ScoresAnswer> = {
  ...scoring,
  name: "likert.v1",
  Workbench: deferred(async () => (await import("./likert-workbench")).LikertWorkbench),
};
