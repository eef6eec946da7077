import { useEffect, useRef } from "react";
import { edgeStep } from "./edge-pan";
import type { Point, Size } from "./geometry";
import type { ViewportControls } from "./use-viewport";

/** A frame that came late must not make a leap of it. */
const LONGEST_S = 0.05;

/** Pans while a drag is held at the border, and lets the drag follow. */
export function useEdgePan(onPan: () => void): {
  hold: (at: Point, viewport: ViewportControls, image: Size) => void;
  release: () => void;
} {
  const held = useRef<{ at: Point; viewport: ViewportControls; image: Size } | null>(null);
  const frame = useRef(0);
  const latest = useRef(onPan);
  useEffect(() => {
    latest.current = onPan;
  });
  const release = () => {
    held.current = null;
    cancelAnimationFrame(frame.current);
    frame.current = 0;
  };
  useEffect(() => release, []);

  const tick = (before: number) => (now: number) => {
    const now_ = held.current;
    if (!now_) return;
    const { at, viewport, image } = now_;
    const seconds = Math.min((now - before) / 1000, LONGEST_S);
    const { x, y } = edgeStep(at, viewport.view, image, viewport.screen, seconds);
    if (x !== 0 || y !== 0) {
      viewport.panBy(x, y);
      latest.current();
    }
    frame.current = requestAnimationFrame(tick(now));
  };
  const hold = (at: Point, viewport: ViewportControls, image: Size) => {
    held.current = { at, viewport, image };
    if (frame.current === 0) frame.current = requestAnimationFrame(tick(performance.now()));
  };
  return { hold, release };
}
