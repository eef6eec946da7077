/** Dragging to the border shows what lies beyond it: how fast, and when to stop. */
import type { Point, Size } from "./geometry";
import type { Viewport } from "./viewport";

/** So far inside the border it begins, in screen pixels. */
const BORDER = 20;
const FASTEST = 900;
/** Pixels a second for each pixel that the pointer is beyond where it begins. */
const GAIN = 18;
/** A little of what is beside the image, so that one sees that it ends there. */
const AIR = 12;

/** The step to pan by after `seconds`; none towards where nothing of the image is hidden. */
export function edgeStep(at: Point, view: Viewport, image: Size, screen: Size, seconds: number): Point {
  return {
    x: step(at.x, view.x, image.width * view.scale, screen.width, seconds),
    y: step(at.y, view.y, image.height * view.scale, screen.height, seconds),
  };
}

function step(at: number, offset: number, extent: number, room: number, seconds: number): number {
  const before = BORDER - at;
  const after = at - (room - BORDER);
  if (before > 0) return Math.min(distance(before, seconds), Math.max(AIR - offset, 0));
  if (after > 0) return -Math.min(distance(after, seconds), Math.max(offset + extent - room + AIR, 0));
  return 0;
}

function distance(beyond: number, seconds: number): number {
  return Math.min(beyond * GAIN, FASTEST) * seconds;
}
