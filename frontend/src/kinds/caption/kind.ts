import type { CaptionAnswer } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindUi } from "../kind";
import { emptyCaption, sameCaption } from "./settings";

const PARTS = ["text_detected", "quality_issues", "quality_other", "canned"] as const;

export const captionKind: KindUi<CaptionAnswer> = {
  name: "caption.v1",
  Workbench: deferred(async () => (await import("./caption-workbench")).CaptionWorkbench),
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
