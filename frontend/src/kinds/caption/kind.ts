import type { CaptionAnswer } from "@/api/types";
import type { KindUi } from "../kind";
import { CaptionWorkbench } from "./caption-workbench";
import { CaptionView } from "./read-only";
import { emptyCaption, sameCaption } from "./settings";

const PARTS = ["text_detected", "quality_issues", "quality_other", "canned"] as const;

export const captionKind: KindUi<CaptionAnswer> = {
  name: "caption.v1",
  Workbench: CaptionWorkbench,
  ReadOnly: CaptionView,
  empty: emptyCaption,
  isEmpty: (answer) => sameCaption(answer, emptyCaption()),
  isSame: sameCaption,
  // The rules live on the server alone; it is asked while one writes.
  check: () => [],
  keyOf: (_, path) => PARTS.find((part) => path.startsWith(part)) ?? "text",
  valueAt: (answer, key) => {
    if (key === "quality_issues") return answer.quality_issues.join();
    return answer[key as keyof CaptionAnswer];
  },
  toText: (answer) => answer.text,
};
