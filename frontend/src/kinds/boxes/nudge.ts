/** Moving and resizing by the arrow keys, one pixel or ten. */
import type { Box } from "@/api/types";
import { moveBox, resizeBox, type Size } from "@/canvas/geometry";
import type { Turn } from "@/canvas/turn";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export const ARROWS: readonly Arrow[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

const DIRECTIONS: Record<Arrow, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function nudge(box: Box, arrow: Arrow, pixels: number, image: Size): Box {
  const [x, y] = DIRECTIONS[arrow];
  return moveBox(box, x * pixels, y * pixels, image);
}

/** Right and down make the box larger, left and up smaller; it never turns over. */
export function grow(box: Box, arrow: Arrow, pixels: number, image: Size): Box {
  const [x, y] = DIRECTIONS[arrow];
  const dx = Math.max(x * pixels, 1 - box.width);
  const dy = Math.max(y * pixels, 1 - box.height);
  return resizeBox(box, x === 0 ? "s" : "e", dx, dy, image);
}

const RING: readonly Arrow[] = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

/** The arrow one sees on a turned image, as the arrow of the upright one. */
export function uprightArrow(arrow: Arrow, turn: Turn): Arrow {
  return RING[(RING.indexOf(arrow) - turn + 4) % 4] as Arrow;
}

const ACROSS: Record<Arrow, Arrow> = {
  ArrowRight: "ArrowDown",
  ArrowDown: "ArrowRight",
  ArrowLeft: "ArrowUp",
  ArrowUp: "ArrowLeft",
};

/** Right and down stay the larger ones; on an image lying on its side they change places. */
export function uprightGrowth(arrow: Arrow, turn: Turn): Arrow {
  return turn % 2 === 0 ? arrow : ACROSS[arrow];
}
