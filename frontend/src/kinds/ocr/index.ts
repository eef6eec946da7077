import type { OcrAnswer, SettingsByKind } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindDefinition } from "../kind";
import { OcrDifference } from "./difference";
import { keyOf, sameTokens, valueAt, wordsOf } from "./model";
import { OcrView } from "./view";

export const ocrKind = {
  View: OcrView,
  Difference: OcrDifference,
  excerpt: wordsOf,
  boxes: ({ tokens }) => tokens.map(({ id, text, box }) => ({ id, label: text, box })),
  seedRoles: ["ocr"],
  editor: {
    Workbench: deferred(async () => (await import("./ocr-workbench")).OcrWorkbench),
    empty: () => ({ tokens: [] }),
    isEmpty: (answer) => answer.tokens.length === 0,
    isSame: sameTokens,
    // The rules live on the server alone; it is asked while one works.
    check: () => [],
    keyOf,
    valueAt,
    toText: (answer) => answer.tokens.map((token) => token.text).join("\n"),
  },
} satisfies KindDefinition<OcrAnswer, SettingsByKind["ocr.v1"]>;
