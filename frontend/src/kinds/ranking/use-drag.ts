import { useState, type PointerEvent as ReactPointerEvent, type RefObject } from "react";
import { useCancelKey } from "@/canvas/use-cancel-key";
import type { Target } from "./model";

export interface Drag {
  text: number;
  target: Target | null;
  x: number;
  y: number;
}

export interface Grip {
  onPointerDown: (event: ReactPointerEvent<HTMLElement>) => void;
  onPointerMove: (event: ReactPointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

/** How near to an edge the page begins to scroll, and how far at each movement; in pixels. */
const EDGE = 56;
const SCROLL_STEP = 14;

interface Options {
  panel: RefObject<HTMLElement | null>;
  hasTies: boolean;
  onDrop: (text: number, target: Target) => void;
}

/** Dragging texts by a grip, with mouse, pen and finger alike. */
export function useDrag({ panel, hasTies, onDrop }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  useCancelKey(() => {
    setDrag(null);
    return drag !== null;
  });
  const gripOf = (text: number): Grip => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      setDrag({ text, target: null, x: event.clientX, y: event.clientY });
    },
    onPointerMove: ({ clientX: x, clientY: y }) => {
      if (drag?.text !== text || !panel.current) return;
      scrollAtEdge(panel.current, y);
      setDrag({ text, x, y, target: targetAt(panel.current, y, hasTies) });
    },
    onPointerUp: () => {
      if (drag?.text === text && drag.target !== null) onDrop(text, drag.target);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { drag, gripOf };
}

/** The middle of a step ties with it, its upper and lower part are before and after it. */
export function targetAt(panel: HTMLElement, y: number, hasTies: boolean): Target {
  const open = panel.querySelector("[data-unranked]")?.getBoundingClientRect();
  if (open && y >= open.top) return "out";
  const steps = [...panel.querySelectorAll("[data-step]")].map((step) => step.getBoundingClientRect());
  const share = hasTies ? 0.3 : 0.5;
  for (const [at, { top, bottom, height }] of steps.entries()) {
    if (y < top + height * share) return { before: at };
    if (y < bottom - height * share) return { into: at };
  }
  return { before: steps.length };
}

/** Far places are reached while one drags, whether the panel scrolls or the whole page does. */
function scrollAtEdge(panel: HTMLElement, y: number): void {
  const isPage = getComputedStyle(panel).overflowY === "visible";
  const { top, bottom } = panel.getBoundingClientRect();
  // Where the page scrolls, the image stays above the texts, and the button that submits below them.
  const image = panel.closest("section")?.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
  const high = isPage ? image : top;
  const low = isPage ? window.innerHeight - EDGE : bottom;
  const by = y > low - EDGE ? SCROLL_STEP : y < high + EDGE ? -SCROLL_STEP : 0;
  if (by !== 0) (isPage ? document.scrollingElement : panel)?.scrollBy({ top: by });
}
