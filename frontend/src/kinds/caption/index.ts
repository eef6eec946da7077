import type { CaptionAnswer, SettingsByKind } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindDefinition } from "../kind";
import { readableKey } from "../readable-key";
import { TextDifference } from "../text/text-difference";
import { emptyCaption, sameCaption } from "./settings";
import { CaptionView } from "./view";

const PARTS = ["text_detected", "quality_issues", "quality_other", "canned"] as const;

export const captionKind = {
  View: CaptionView,
  Difference: TextDifference,
  excerpt: ({ text }) => text,
  textParts: ({ text }) => [{ path: "text", text }],
  gold: {
    parts: ({ canned, text_detected: detected }, settings) => ({
      ...(settings?.canned_text === null ? {} : { canned }),
      ...(detected === null || settings?.ask_text === false ? {} : { text_detected: detected }),
    }),
    partName: (path, t) =>
      path === "canned" || path === "text_detected" ? t(`part.${path}`) : path.replaceAll("_", " "),
    question: (path, _, t) => {
      if (path === "text_detected") return t("caption.text_question");
      return path === "canned" ? t("caption.can") : readableKey(path);
    },
  },
  settings: { optionalTexts: ["canned_text"] },
  editor: {
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
    places: ["text"],
    toText: (answer) => answer.text,
  },
} satisfies KindDefinition<CaptionAnswer, SettingsByKind["caption.v1"]>;
