/**
 * Boxes in pixels of the upright original image. Everything here is pure, so that
 * a gesture can always be computed again from where it began: nothing accumulates,
 * and nothing drifts however far one zooms.
 */

export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
export type Box = Point & Size;

export const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;
export type Handle = (typeof HANDLES)[number];

/** The smallest side a box may have, in image pixels. */
export const MIN_SIDE = 1;

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

export function area(box: Size): number {
  return box.width * box.height;
}

export function centre(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function sameBox(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

export function contains(box: Box, point: Point, tolerance = 0): boolean {
  return (
    point.x >= box.x - tolerance &&
    point.x <= box.x + box.width + tolerance &&
    point.y >= box.y - tolerance &&
    point.y <= box.y + box.height + tolerance
  );
}

/** Two decimals added up may miss by a hair; that is still inside. */
const HAIR = 0.005;

export function isInside(box: Box, image: Size): boolean {
  return (
    box.x >= -HAIR &&
    box.y >= -HAIR &&
    box.x + box.width <= image.width + HAIR &&
    box.y + box.height <= image.height + HAIR
  );
}

/** The box made by dragging from one corner to the other: whole pixels, inside the image, never empty. */
export function boxFromDrag(from: Point, to: Point, image: Size): Box {
  const [left, width] = spanOfDrag(from.x, to.x, image.width);
  const [top, height] = spanOfDrag(from.y, to.y, image.height);
  return { x: left, y: top, width, height };
}

function spanOfDrag(from: number, to: number, length: number): [start: number, extent: number] {
  const low = Math.round(clamp(Math.min(from, to), 0, length));
  const high = Math.round(clamp(Math.max(from, to), 0, length));
  const start = Math.min(low, length - MIN_SIDE);
  return [start, Math.max(high - start, MIN_SIDE)];
}

/** Moves by whole pixels and stops at the edge of the image; the size never changes. */
export function moveBox(box: Box, dx: number, dy: number, image: Size): Box {
  return {
    ...box,
    x: settle(clamp(box.x + Math.round(dx), 0, image.width - box.width)),
    y: settle(clamp(box.y + Math.round(dy), 0, image.height - box.height)),
  };
}

/**
 * Moves boxes as one: what lies between them stays as it is, also at the edge of the image, onto
 * which the outermost is pulled when it comes nearer than `reach`.
 */
export function moveTogether(
  boxes: ReadonlyMap<string, Box>,
  dx: number,
  dy: number,
  image: Size,
  reach: number,
): Map<string, Box> {
  if (boxes.size === 0) return new Map();
  const all = unionBoxes([...boxes.values()]);
  const right = shift(all.x, all.width, dx, image.width, reach);
  const down = shift(all.y, all.height, dy, image.height, reach);
  return new Map([...boxes].map(([id, box]) => [id, { ...box, x: settle(box.x + right), y: settle(box.y + down) }]));
}

function shift(start: number, extent: number, delta: number, length: number, reach: number): number {
  const room = Math.max(length - start - extent, -start);
  const by = clamp(Math.round(delta), -start, room);
  if (by === 0) return 0;
  if (start + by <= reach) return -start;
  return length - (start + by + extent) <= reach ? room : by;
}

/**
 * Drags one of the eight handles. The dragged edge lands on a whole pixel, or on the edge of the
 * image when it comes nearer than `reach`; the opposite edge stays where it was, and dragging past it
 * turns the box over.
 */
export function resizeBox(box: Box, handle: Handle, dx: number, dy: number, image: Size, reach = 0): Box {
  const horizontal = handle.includes("w") ? -1 : handle.includes("e") ? 1 : 0;
  const vertical = handle.includes("n") ? -1 : handle.includes("s") ? 1 : 0;
  const [x, width] = resizeSpan(box.x, box.width, horizontal, dx, image.width, reach);
  const [y, height] = resizeSpan(box.y, box.height, vertical, dy, image.height, reach);
  return { x, y, width, height };
}

function resizeSpan(
  start: number,
  extent: number,
  edge: -1 | 0 | 1,
  delta: number,
  length: number,
  reach: number,
): [start: number, extent: number] {
  if (edge === 0) return [start, extent];
  const fixed = edge === 1 ? start : start + extent;
  const wanted = (edge === 1 ? start + extent : start) + delta;
  const moving = clamp(Math.round(reach > 0 ? snap(wanted, length, reach) : wanted), 0, length);
  if (Math.abs(moving - fixed) >= MIN_SIDE) {
    return [settle(Math.min(fixed, moving)), settle(Math.abs(moving - fixed))];
  }
  const roomAhead = edge === 1 ? fixed + MIN_SIDE <= length : fixed - MIN_SIDE < 0;
  return roomAhead ? [settle(fixed), MIN_SIDE] : [settle(fixed - MIN_SIDE), MIN_SIDE];
}

/** Boxes travel with two decimals; anything finer is float noise. */
function settle(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The smallest box around all the given ones. */
export function unionBoxes(boxes: readonly Box[]): Box {
  if (boxes.length === 0) throw new RangeError("a union needs at least one box");
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: settle(right - x), height: settle(bottom - y) };
}

/** Cuts off what lies outside the image; a box that lies outside altogether keeps one pixel at the edge. */
export function clipBox(box: Box, image: Size): Box {
  const x = settle(clamp(box.x, 0, image.width - MIN_SIDE));
  const y = settle(clamp(box.y, 0, image.height - MIN_SIDE));
  return {
    x,
    y,
    width: settle(Math.max(clamp(box.x + box.width, 0, image.width) - x, MIN_SIDE)),
    height: settle(Math.max(clamp(box.y + box.height, 0, image.height) - y, MIN_SIDE)),
  };
}

/** Pulls a point onto an edge of the image when it is nearer than `reach`. */
export function snapToImage(point: Point, image: Size, reach: number): Point {
  return { x: snap(point.x, image.width, reach), y: snap(point.y, image.height, reach) };
}

function snap(value: number, length: number, reach: number): number {
  if (value <= reach) return 0;
  if (value >= length - reach) return length;
  return value;
}

export interface Placed {
  id: string;
  box: Box;
}

/** All boxes under a point, the smallest first, so that what lies within can always be reached. */
export function hitsAt<T extends Placed>(items: readonly T[], point: Point, tolerance = 0): T[] {
  return items.filter((item) => contains(item.box, point, tolerance)).sort((a, b) => area(a.box) - area(b.box));
}

export function hitTest<T extends Placed>(items: readonly T[], point: Point, tolerance = 0): T | undefined {
  return hitsAt(items, point, tolerance)[0];
}

/** The box below the given one at a point; after the lowest comes the top one again. */
export function nextBelow<T extends Placed>(
  items: readonly T[],
  point: Point,
  currentId: string | undefined,
  tolerance = 0,
): T | undefined {
  return nextOf(hitsAt(items, point, tolerance), currentId);
}

/** The one after the given one, round the end. */
export function nextOf<T extends Placed>(items: readonly T[], currentId: string | undefined): T | undefined {
  const at = items.findIndex((item) => item.id === currentId);
  return items[(at + 1) % Math.max(items.length, 1)];
}

/** All that share a place with a box, the smallest first. */
export function overlapping<T extends Placed>(items: readonly T[], { x, y, width, height }: Box): T[] {
  return items
    .filter(({ box }) => box.x < x + width && x < box.x + box.width && box.y < y + height && y < box.y + box.height)
    .sort((a, b) => area(a.box) - area(b.box));
}

/** All that lie within a box altogether: a frame around the scene does not catch what it only cuts. */
export function within<T extends Placed>(items: readonly T[], { x, y, width, height }: Box): T[] {
  return items.filter(
    ({ box }) =>
      box.x >= x - HAIR &&
      box.y >= y - HAIR &&
      box.x + box.width <= x + width + HAIR &&
      box.y + box.height <= y + height + HAIR,
  );
}
