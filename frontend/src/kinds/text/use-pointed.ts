import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { remarkAt, type PlacedRemark } from "./fixes";
import type { Remark } from "./remarks";

const HOVER_MS = 220;
/** Long enough to cross over to what is said. */
const LEAVE_MS = 260;

/** Keys that move the cursor without changing the text. */
const MOVES = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);

export interface Pointed {
  remark: PlacedRemark | null;
  /** Shows one because a key asked for it. */
  show: (remark: PlacedRemark | null) => void;
  /** For what is said of it: it may be pointed at without going away. */
  hold: () => void;
  letGo: () => void;
}

/**
 * The remark about the words that the cursor was put into or the pointer rests on. Typing puts it
 * away: nobody wants something to open under the words they are writing.
 */
export function usePointed(
  field: RefObject<HTMLTextAreaElement | null>,
  layer: RefObject<HTMLDivElement | null>,
  remarks: readonly Remark[],
  /** The remarks as they lie in the text that stands in the field. */
  found: () => readonly Remark[],
): Pointed {
  const [shown, setShown] = useState<{ of: PlacedRemark; by: "cursor" | "pointer" } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = useCallback((act: () => void, after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, after);
  }, []);
  const leave = useCallback(
    () => later(() => setShown((now) => (now?.by === "pointer" ? null : now)), LEAVE_MS),
    [later],
  );

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const atCursor = () => {
      const isPlain = input.selectionStart === input.selectionEnd;
      const of = isPlain ? remarkAt(found(), input.selectionStart) : null;
      setShown(of && { of, by: "cursor" });
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (MOVES.has(event.key) && !event.altKey) atCursor();
    };
    const close = () => setShown(null);
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      const place = placeUnder(layer.current, event);
      const of = place === null ? null : remarkAt(found(), place);
      if (of) later(() => setShown({ of, by: "pointer" }), HOVER_MS);
      else leave();
    };
    input.addEventListener("keyup", onKeyUp);
    input.addEventListener("click", atCursor);
    input.addEventListener("input", close);
    input.addEventListener("blur", close);
    input.addEventListener("pointermove", onMove);
    input.addEventListener("pointerleave", leave);
    return () => {
      clearTimeout(timer.current);
      input.removeEventListener("keyup", onKeyUp);
      input.removeEventListener("click", atCursor);
      input.removeEventListener("input", close);
      input.removeEventListener("blur", close);
      input.removeEventListener("pointermove", onMove);
      input.removeEventListener("pointerleave", leave);
    };
  }, [field, layer, found, later, leave]);

  // A newer reading of the text may find it no longer, or elsewhere.
  const remark = shown && remarks.find((remark) => isSame(remark, shown.of));
  return {
    remark: remark?.span ? (remark as PlacedRemark) : null,
    show: useCallback((of) => setShown(of && { of, by: "cursor" }), []),
    hold: useCallback(() => clearTimeout(timer.current), []),
    letGo: leave,
  };
}

function isSame(a: Remark, b: PlacedRemark): boolean {
  return a.code === b.code && a.key === b.key && a.span?.[0] === b.span[0] && a.span[1] === b.span[1];
}

/** Where in the text the pointer is, as far as the underlined words go. */
function placeUnder(layer: HTMLElement | null, { clientX, clientY }: PointerEvent): number | null {
  const pieces = layer?.querySelectorAll<HTMLElement>("[data-severity]") ?? [];
  for (const piece of pieces) {
    const isOver = [...piece.getClientRects()].some(
      (rect) => rect.left <= clientX && clientX <= rect.right && rect.top <= clientY && clientY <= rect.bottom,
    );
    if (isOver) return Number(piece.dataset["from"]) + 0.5;
  }
  return null;
}
