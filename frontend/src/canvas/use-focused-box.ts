import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { NumberedShape, Shape } from "./box-view";
import { primary, type Selection } from "./selection";

interface Options {
  element: HTMLElement | null;
  shapes: readonly Shape[];
  visible: readonly NumberedShape[];
  selection: Selection;
  onHover: (id: string) => void;
}

/**
 * The box that the keyboard is on. Its focus goes along with the selection, and waits on the image
 * while the box is hidden, so that the keys of the image work on.
 */
export function useFocusedBox({ element, shapes, visible, selection, onHover }: Options) {
  /** Where the focus is shown. */
  const [id, setId] = useState<string | null>(null);
  /** Where it is, or was when its box was hidden. */
  const held = useRef<string | null>(null);
  const hover = useRef(onHover);
  useEffect(() => {
    hover.current = onHover;
  });
  const onFocus = useCallback((focused: string, isByKey: boolean) => {
    held.current = focused;
    setId(isByKey ? focused : null);
    hover.current(focused);
  }, []);
  const onBlur = useCallback(() => {
    held.current = null;
    setId(null);
  }, []);

  const last = primary(selection);
  useEffect(() => {
    if (last === undefined || held.current === null || held.current === last) return;
    buttonOf(element, last)?.focus({ preventScroll: true });
  }, [element, last]);

  const waiting = useRef<string | null>(null);
  useLayoutEffect(() => {
    const isShown = (wanted: string) => visible.some(({ shape }) => shape.id === wanted);
    if (held.current !== null && !isShown(held.current)) {
      const isRemoved = !shapes.some((shape) => shape.id === held.current);
      waiting.current = isRemoved ? null : held.current;
      held.current = null;
      // Where the focus goes from what was removed is for the owner of the boxes to say. Of what is
      // only hidden nobody hears: the browser says nothing when what has the focus is taken away.
      if (isRemoved) return;
      if (isLost()) element?.focus({ preventScroll: true });
    } else if (waiting.current !== null && isShown(waiting.current)) {
      if (document.activeElement === element) buttonOf(element, waiting.current)?.focus({ preventScroll: true });
      waiting.current = null;
    }
  }, [element, shapes, visible]);
  return { id, onFocus, onBlur };
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function buttonOf(element: HTMLElement | null, id: string): HTMLElement | null {
  return element?.querySelector<HTMLElement>(`[data-box-id="${CSS.escape(id)}"]`) ?? null;
}
