import type { Boxed, CanvasStore } from "@/canvas/store";
import type { Step } from "@/canvas/steps";
import { textWithFocus, type TextPlace } from "./text-beside";

/**
 * Undo and redo mean what has the focus: a text its own last step, the image the last step of boxes, as
 * far as one can go without the other, and anything else the last step of all. Null where there is none.
 */
export function takeBack<T extends Boxed>(store: CanvasStore<T>, which: "undo" | "redo"): string | null {
  const text = textWithFocus();
  if (text) return store[which]((step) => touches(step, text));
  const isAtImage = document.activeElement?.closest("[data-canvas]") != null;
  return (isAtImage && which === "undo" ? store.undo((step) => !isWriting(step)) : null) ?? store[which]();
}

/** The group of a step of writing. */
export function writingGroup(field: string, number: number): string {
  return `text ${field} ${String(number)}`;
}

/** Whether a step of this group was written in the field of that name, of whichever item. */
export function isWritingIn(group: string | null, field: string): boolean {
  return group !== null && group.startsWith("text ") && group.split(" ").at(-2) === field;
}

function isWriting<T extends Boxed>({ group }: Step<T>): boolean {
  return group?.startsWith("text ") ?? false;
}

/** Whether it changed this text, brought it about or took it away. */
function touches<T extends Boxed>({ before, after }: Step<T>, { id, field }: TextPlace): boolean {
  const textIn = (items: readonly T[]) => items.find((item) => item.id === id)?.[field as keyof T];
  return textIn(before) !== textIn(after);
}
