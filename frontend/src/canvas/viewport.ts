/**
 * What part of the image is on screen. A point of the image lies on screen at
 * `image * scale + (x, y)`; `scale` is screen pixels per image pixel.
 */
import { boxFromDrag, clamp, type Box, type Point, type Size } from "./geometry";

export interface Viewport {
  scale: number;
  x: number;
  y: number;
}

export const MAX_SCALE = 32;
const FIT_MARGIN = 12;
/** So much of the image always stays in view, in screen pixels. */
const KEPT_IN_VIEW = 48;

export function toScreen(view: Viewport, point: Point): Point {
  return { x: point.x * view.scale + view.x, y: point.y * view.scale + view.y };
}

export function toImage(view: Viewport, point: Point): Point {
  return { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale };
}

export function boxToScreen(view: Viewport, box: Box): Box {
  const { width, height } = box;
  return { ...toScreen(view, box), width: width * view.scale, height: height * view.scale };
}

export function fitScale(image: Size, screen: Size): number {
  const wide = Math.max(screen.width - 2 * FIT_MARGIN, 1) / image.width;
  const high = Math.max(screen.height - 2 * FIT_MARGIN, 1) / image.height;
  return Math.min(wide, high, MAX_SCALE);
}

export function fit(image: Size, screen: Size): Viewport {
  return centred({ x: 0, y: 0, ...image }, fitScale(image, screen), screen);
}

/** One image pixel on one screen pixel, keeping the middle of the view where it is. */
export function actualSize(view: Viewport, image: Size, screen: Size): Viewport {
  const middle = { x: screen.width / 2, y: screen.height / 2 };
  return zoomTo(view, middle, 1, image, screen);
}

/** Brings a box to the middle, with air around it. */
export function zoomToBox(box: Box, image: Size, screen: Size): Viewport {
  const air = 1.6;
  const padded = { width: box.width * air, height: box.height * air };
  const scale = clamp(fitScale(padded, screen), minScale(image, screen), MAX_SCALE / 4);
  return constrain(centred(box, scale, screen), image, screen);
}

export function minScale(image: Size, screen: Size): number {
  return Math.min(fitScale(image, screen) / 2, 1);
}

/** Zooms by a factor; what lies under the pointer stays under the pointer. */
export function zoomAt(view: Viewport, pointer: Point, factor: number, image: Size, screen: Size): Viewport {
  return zoomTo(view, pointer, view.scale * factor, image, screen);
}

function zoomTo(view: Viewport, pointer: Point, wanted: number, image: Size, screen: Size): Viewport {
  const scale = clamp(wanted, minScale(image, screen), MAX_SCALE);
  const under = toImage(view, pointer);
  const next = { scale, x: pointer.x - under.x * scale, y: pointer.y - under.y * scale };
  return constrain(next, image, screen);
}

/** The middle third of what is seen of the image: where a box appears that nobody draws. */
export function middleOfSight(view: Viewport, image: Size, screen: Size): Box {
  const corner = toImage(view, { x: screen.width, y: screen.height });
  const seen = boxFromDrag(toImage(view, { x: 0, y: 0 }), corner, image);
  const from = { x: seen.x + seen.width / 3, y: seen.y + seen.height / 3 };
  return boxFromDrag(from, { x: from.x + seen.width / 3, y: from.y + seen.height / 3 }, image);
}

export function pan(view: Viewport, dx: number, dy: number, image: Size, screen: Size): Viewport {
  return constrain({ ...view, x: view.x + dx, y: view.y + dy }, image, screen);
}

/** Keeps a strip of the image in view, so that nobody loses it. */
export function constrain(view: Viewport, image: Size, screen: Size): Viewport {
  return {
    scale: view.scale,
    x: keep(view.x, image.width * view.scale, screen.width),
    y: keep(view.y, image.height * view.scale, screen.height),
  };
}

function keep(offset: number, extent: number, room: number): number {
  const strip = Math.min(KEPT_IN_VIEW, extent, room);
  return clamp(offset, strip - extent, room - strip);
}

function centred(box: Box, scale: number, screen: Size): Viewport {
  return {
    scale,
    x: screen.width / 2 - (box.x + box.width / 2) * scale,
    y: screen.height / 2 - (box.y + box.height / 2) * scale,
  };
}

/** Two fingers: the picture follows both, so it zooms and moves at once. */
export function pinch(
  view: Viewport,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  image: Size,
  screen: Size,
): Viewport {
  const factor = distance(...after) / Math.max(distance(...before), 1);
  const from = midpoint(...before);
  const to = midpoint(...after);
  const zoomed = zoomAt(view, from, factor, image, screen);
  return pan(zoomed, to.x - from.x, to.y - from.y, image, screen);
}

/** A wheel turn or a trackpad pinch as a zoom factor; modest however fast the wheel spins. */
export function wheelFactor(deltaY: number, deltaMode: number, isPinch: boolean): number {
  const pixels = deltaMode === 1 ? deltaY * 16 : deltaMode === 2 ? deltaY * 400 : deltaY;
  const speed = isPinch ? 0.01 : 0.0018;
  return Math.exp(clamp(-pixels * speed, -0.5, 0.5));
}

function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
