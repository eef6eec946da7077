import type { ObjectAnswer } from "@/api/types";
import type { ChangeEvent } from "@/canvas/store";
import type { WorkbenchTranslate } from "../kind";

/** What is said aloud after a change; null where the field itself already says it. */
export function sentenceFor(event: ChangeEvent<ObjectAnswer>, t: WorkbenchTranslate): string | null {
  if (event.kind === "undo") return t("said.undone", { what: whatOf(event.label, t) });
  if (event.kind === "redo") return t("said.redone", { what: whatOf(event.label, t) });
  const { created, deleted, updated } = event.change;
  switch (event.label) {
    case "draw":
      return t("said.drawn", sizeOf(created[0]));
    case "remove":
      return deleted.length === 1
        ? t("said.removed_one", { name: nameOf(deleted[0], t) })
        : t("said.removed_many", { count: deleted.length });
    case "merge":
      return t("said.merged", { count: deleted.length, name: nameOf(created[0], t) });
    case "split":
      return t("said.split", { name: nameOf(created[0], t) });
    case "duplicate":
      return t("said.duplicated", { count: created.length, name: nameOf(created[0], t) });
    case "order":
      return orderOf(event, t);
    case "move":
    case "resize":
      return event.group?.startsWith("drag") ? null : t("said.box", sizeOf(updated[0]?.after));
    default:
      return null;
  }
}

/** Where what was moved stands now. */
function orderOf(event: ChangeEvent<ObjectAnswer>, t: WorkbenchTranslate): string {
  const id = event.group?.split(/[ ,]/)[1];
  const at = event.items.findIndex((item) => item.id === id);
  if (at < 0) return t("said.ordered");
  return t("said.place", { name: nameOf(event.items[at], t), number: at + 1, count: event.items.length });
}

const STEPS = ["draw", "remove", "merge", "split", "duplicate", "order", "move", "resize", "write"] as const;

function whatOf(label: string, t: WorkbenchTranslate): string {
  const step = STEPS.find((known) => known === label) ?? "write";
  return t(`said.step.${step}`);
}

function nameOf(item: ObjectAnswer | undefined, t: WorkbenchTranslate): string {
  return item?.label.trim() || t("canvas.unnamed");
}

function sizeOf(item: ObjectAnswer | undefined) {
  const box = item?.box ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}
