import { memo, useLayoutEffect, useRef, useState } from "react";
import { useDrawnStyle } from "./box-style";
import type { Size } from "./geometry";
import classes from "./image-canvas.module.css";
import { paintBoxes, type PaintedBox } from "./paint";

interface BoxLayerProps {
  boxes: readonly PaintedBox[];
  screen: Size;
  /** Stands back behind what is lit. */
  isFaint?: boolean;
}

/** A picture of boxes over the image, as sharp as the screen is. */
export const BoxLayer = memo(function BoxLayer({ boxes, screen, isFaint }: BoxLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = usePixelRatio();
  const { fill, stroke } = useDrawnStyle();
  // Boxes that nobody points at are not filled: they need not be drawn anew when somebody writes.
  const seenFill = boxes.some(({ state }) => state !== "plain") ? fill : 0;
  useLayoutEffect(() => {
    const pen = penOf(canvas.current);
    if (pen) paintBoxes(pen, screen, ratio, boxes, { fill: seenFill, stroke });
  }, [boxes, screen, ratio, seenFill, stroke]);
  return (
    <canvas
      ref={canvas}
      className={classes.layer}
      width={Math.round(screen.width * ratio)}
      height={Math.round(screen.height * ratio)}
      data-faint={isFaint || undefined}
      aria-hidden="true"
    />
  );
});

function penOf(canvas: HTMLCanvasElement | null): CanvasRenderingContext2D | null {
  return typeof CanvasRenderingContext2D === "undefined" ? null : (canvas?.getContext("2d") ?? null);
}

/** Changes when the window moves to another screen, or the whole page is zoomed. */
function usePixelRatio(): number {
  const [ratio, setRatio] = useState(() => window.devicePixelRatio || 1);
  useLayoutEffect(() => {
    const query = window.matchMedia(`(resolution: ${String(ratio)}dppx)`);
    const onChange = () => setRatio(window.devicePixelRatio || 1);
    query.addEventListener("change", onChange);
    return () => query.removeEventListener("change", onChange);
  }, [ratio]);
  return ratio;
}
