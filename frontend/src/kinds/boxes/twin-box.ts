import type { Box } from "@/api/types";
import type { Size } from "@/canvas/geometry";

/** Far enough to be seen as a second box, near enough to belong to the first. */
const SHARE = 0.25;

/** Where a duplicate goes: a quarter of its size further right and down, or back where there is no room. */
export function twinBox(box: Box, image: Size): Box {
  return {
    ...box,
    x: besides(box.x, box.width, image.width),
    y: besides(box.y, box.height, image.height),
  };
}

function besides(start: number, extent: number, length: number): number {
  const by = Math.max(Math.round(extent * SHARE), 1);
  if (start + by + extent <= length) return start + by;
  return start - by >= 0 ? start - by : start;
}
