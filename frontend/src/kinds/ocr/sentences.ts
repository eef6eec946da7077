import type { OcrToken } from "@/api/types";
import type { ChangeEvent } from "@/canvas/store";
import type { WorkbenchTranslate } from "../kind";

/** What is said aloud after a change; null where the field itself already says it. */
export function sentenceFor(event: ChangeEvent<OcrToken>, t: WorkbenchTranslate): string | null {
  if (event.kind === "undo") return t("ocr.undone");
  if (event.kind === "redo") return t("ocr.redone");
  const { created, deleted, updated } = event.change;
  switch (event.label) {
    case "draw":
      return t("ocr.drawn");
    case "remove":
      return t("ocr.removed", { count: deleted.length });
    case "merge":
      return t("ocr.merged", { count: deleted.length });
    case "split":
      return t("ocr.split");
    case "duplicate":
      return t("ocr.duplicated", { count: created.length });
    case "order": {
      const id = event.group?.split(/[ ,]/)[1];
      const number = event.items.findIndex((token) => token.id === id) + 1;
      return t("ocr.place", { number, count: event.items.length });
    }
    case "move":
    case "resize":
      return event.group?.startsWith("drag") ? null : boxOf(updated[0]?.after, t);
    default:
      return null;
  }
}

function boxOf(token: OcrToken | undefined, t: WorkbenchTranslate): string | null {
  if (!token) return null;
  const { x, y, width, height } = token.box;
  return t("said.box", {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  });
}
