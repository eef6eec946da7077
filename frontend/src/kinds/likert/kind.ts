import type { ScoresAnswer } from "@/api/types";
import type { KindUi } from "../kind";
import { scoring } from "../rating/score-keys";
import { LikertView } from "./read-only";
import { LikertWorkbench } from "./likert-workbench";

export const likertKind: KindUi<ScoresAnswer> = {
  ...scoring,
  name: "likert.v1",
  Workbench: LikertWorkbench,
  ReadOnly: LikertView,
};
