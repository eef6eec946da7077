import type { ScoresAnswer } from "@/api/types";
import type { KindUi } from "../kind";
import { scoring } from "../rating/score-keys";
import { SideBySideView } from "./read-only";
import { SideBySideWorkbench } from "./side-by-side-workbench";

export const sideBySideKind: KindUi<ScoresAnswer> = {
  ...scoring,
  name: "side_by_side.v1",
  Workbench: SideBySideWorkbench,
  ReadOnly: SideBySideView,
};
