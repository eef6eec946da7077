import type { OcrAnswer } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindUi } from "../kind";
import { keyOf, sameTokens, valueAt } from "./model";

export const ocrKind: KindUi<OcrAnswer> = {
  name: "ocr.v1",
  Workbench: deferred(async () => (await import("./ocr-workbench")).OcrWorkbench),
  empty: () => ({ tokens: [] }),
  isEmpty: (answer) => answer.tokens.length === 0,
  isSame: sameTokens,
  // The rules live on the server alone; it is asked while one works.
  check: () => [],
  keyOf,
  valueAt,
  toText: (answer) => answer.tokens.map((token) => token.text).join("\n"),
};
