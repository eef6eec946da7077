/** Where the lens stands and what it shows. */
import { clamp, type Point, type Size } from "./geometry";
import { toImage, toScreen, type Viewport } from "./viewport";

/** A finger hides what is under it, so the lens stands clear of it. */
const CLEAR_OF_FINGER = 40;

/** What lies at the point it looks at is seen in its middle, so many times as large. */
export function lensView(view: Viewport, at: Point, diameter: number, factor: number): Viewport {
  const point = toImage(view, at);
  const scale = view.scale * factor;
  return { scale, x: diameter / 2 - point.x * scale, y: diameter / 2 - point.y * scale };
}

/** Beside the image there is nothing to magnify: it stays over what is seen of it. */
export function keepOverImage(at: Point, view: Viewport, image: Size, screen: Size): Point {
  const from = toScreen(view, { x: 0, y: 0 });
  const to = toScreen(view, { x: image.width, y: image.height });
  return {
    x: clamp(at.x, Math.max(from.x, 0), Math.min(to.x, screen.width)),
    y: clamp(at.y, Math.max(from.y, 0), Math.min(to.y, screen.height)),
  };
}

/** Its top left corner: around what it looks at, above a finger, and always whole inside the canvas. */
export function lensCorner(at: Point, diameter: number, screen: Size, isTouch: boolean): Point {
  const centred = { x: at.x - diameter / 2, y: at.y - diameter / 2 };
  return inside(isTouch ? clearOfFinger(at, centred, diameter, screen) : centred, diameter, screen);
}

function clearOfFinger(at: Point, centred: Point, diameter: number, screen: Size): Point {
  const above = at.y - diameter - CLEAR_OF_FINGER;
  if (above >= 0) return { x: centred.x, y: above };
  // No room above: beside the finger, on the side that has more of it.
  const isRight = at.x < screen.width / 2;
  return { x: isRight ? at.x + CLEAR_OF_FINGER : at.x - diameter - CLEAR_OF_FINGER, y: centred.y };
}

function inside({ x, y }: Point, diameter: number, screen: Size): Point {
  return {
    x: clamp(x, 0, Math.max(screen.width - diameter, 0)),
    y: clamp(y, 0, Math.max(screen.height - diameter, 0)),
  };
}
