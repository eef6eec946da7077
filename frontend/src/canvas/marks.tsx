import type { Box, Size } from "./geometry";
import classes from "./image-canvas.module.css";
import type { Sketch } from "./use-pointer";
import { boxToScreen, toScreen, type Viewport } from "./viewport";

interface SpotlightProps {
  around: Box;
  size: Size;
  view: Viewport;
}

/** Everything of the image but one box in shadow. */
export function Spotlight({ around, size, view }: SpotlightProps) {
  const outer = boxToScreen(view, { x: 0, y: 0, ...size });
  return (
    <svg className={classes.overlay} aria-hidden="true">
      <path className={classes.spotlight} fillRule="evenodd" d={frame(outer) + frame(boxToScreen(view, around))} />
    </svg>
  );
}

function frame({ x, y, width, height }: Box): string {
  return `M${String(x)} ${String(y)}h${String(width)}v${String(height)}h${String(-width)}Z`;
}

/** The frame of a gesture that is under way. */
export function Sketched({ sketch }: { sketch: Sketch }) {
  return <rect className={classes.sketch} data-kind={sketch.kind} {...sketch.box} />;
}

export function SizeReadout({ box, view }: { box: Box; view: Viewport }) {
  const at = toScreen(view, { x: box.x + box.width, y: box.y + box.height });
  return (
    <div className={classes.size} style={{ left: at.x + 6, top: at.y + 6 }} aria-hidden="true">
      {`${String(box.width)} × ${String(box.height)}`}
    </div>
  );
}
