/** A gesture that is under way: computed anew at each step from where it began, so that nothing drifts. */
import {
  boxFromDrag,
  moveTogether,
  resizeBox,
  snapToImage,
  within,
  type Box,
  type Placed,
  type Point,
  type Size,
} from "./geometry";
import type { Drag, Scene } from "./gesture";
import type { Selection } from "./selection";

export interface Running {
  pointerId: number;
  /** The name of its step in the history. */
  group: string;
  drag: Drag;
  /** Where it began, in the image and on screen. */
  from: Point;
  screenFrom: Point;
  starts: ReadonlyMap<string, Box>;
  /** Where the pointer is, on screen. */
  last: Point;
  hasMoved: boolean;
}

/** So near to the edge of the image, in screen pixels, that the edge is meant. */
const SNAP_PX = 4;

export function reachAt(scale: number): number {
  return SNAP_PX / scale;
}

/** The boxes as they are when the pointer has come to a point of the image. */
export function boxesAt(gesture: Running, to: Point, image: Size, reach: number): ReadonlyMap<string, Box> {
  const { drag, from, starts } = gesture;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (drag.kind !== "resize") return moveTogether(starts, dx, dy, image, reach);
  return new Map([...starts].map(([id, box]) => [id, resizeBox(box, drag.handle, dx, dy, image, reach)]));
}

/** The frame between where a gesture began and where it is. */
export function sketchOf({ from }: Running, to: Point, image: Size, reach: number): Box {
  return boxFromDrag(snapToImage(from, image, reach), snapToImage(to, image, reach), image);
}

/** What was selected, and what lies in the frame. */
export function bandSelection(items: readonly Placed[], selection: Selection, band: Box): Selection {
  const caught = within(items, band).map(({ id }) => id);
  return [...selection, ...caught.filter((id) => !selection.includes(id))];
}

export function startsOf(drag: Drag, scene: Scene): ReadonlyMap<string, Box> {
  const ids = drag.kind === "move" ? drag.ids : drag.kind === "resize" ? [drag.id] : [];
  return new Map(scene.items.filter((item) => ids.includes(item.id)).map((item) => [item.id, item.box]));
}
