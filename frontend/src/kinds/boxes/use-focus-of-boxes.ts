import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { Selection } from "@/canvas/selection";
import type { Boxed, CanvasStore } from "@/canvas/store";

type Place = "box" | "row" | "image";

/**
 * Keeps the focus from being lost with what is removed: it goes on to what is selected then, on the
 * image or in the list, wherever it was. Returns a way to put it on a box.
 */
export function useFocusOfBoxes<T extends Boxed>(
  store: CanvasStore<T>,
  items: readonly T[],
  selection: Selection,
): (id: string) => void {
  const pending = useRef<Place | null>(null);
  const [wish, setWish] = useState<{ id: string } | null>(null);
  useEffect(
    () =>
      store.subscribe(({ change }) => {
        const gone = new Set(change.deleted.map((item) => item.id));
        pending.current = placeThatGoes(document.activeElement, gone) ?? pending.current;
      }),
    [store],
  );
  const next = selection[selection.length - 1];
  useEffect(() => {
    const place = pending.current;
    pending.current = null;
    if (place && isLost()) focusOn(next, place);
  }, [items, next]);
  useEffect(() => {
    if (wish) focusOn(wish.id, "box");
  }, [wish]);
  return useCallback((id: string) => setWish({ id }), []);
}

/** Where the focus is now, if that goes away: with its object, or because it is only passing. */
function placeThatGoes(focused: Element | null, gone: ReadonlySet<string>): Place | null {
  if (focused?.closest("[data-passing]")) return "row";
  const row = focused?.closest("[data-row-id]")?.getAttribute("data-row-id");
  if (row && gone.has(row)) return "row";
  const box = focused?.closest("[data-box-id]")?.getAttribute("data-box-id");
  return box && gone.has(box) ? "box" : null;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function focusOn(id: string | undefined, place: Place): void {
  const box = id && `[data-box-id="${CSS.escape(id)}"]`;
  const row = id && `[data-row-id="${CSS.escape(id)}"] [data-row-focus]`;
  const places = { row: [row, box], box: [box, row], image: [box, "[data-canvas]"] };
  for (const selector of [...places[place], "[data-list-end]"]) {
    const element = selector ? document.querySelector<HTMLElement | SVGElement>(selector) : null;
    if (!element) continue;
    element.focus({ preventScroll: place !== "row" });
    return;
  }
}

/**
 * Escape leaves a field for the box it is about, where the keys of the image work; while that is
 * hidden, for the image. What Escape has closed already, such as a list of words, stays left alone.
 */
export function leaveForBox(event: KeyboardEvent, id: string | undefined): void {
  if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
  event.stopPropagation();
  focusOn(id, "image");
}
