import type { Box } from "@/api/types";
import { MIN_SIDE, clamp, type Size } from "@/canvas/geometry";

export const SIDES = ["x", "y", "width", "height"] as const;
export type Side = (typeof SIDES)[number];

/**
 * The box with one number changed, kept inside the image: a place stops where the box meets the
 * edge, a size where it reaches it. Null for what is no number.
 */
export function boxWith(box: Box, side: Side, value: number, image: Size): Box | null {
  if (!Number.isFinite(value)) return null;
  const length = side === "x" || side === "width" ? image.width : image.height;
  const start = side === "x" || side === "width" ? box.x : box.y;
  const extent = side === "x" || side === "width" ? box.width : box.height;
  const isSize = side === "width" || side === "height";
  const kept = isSize ? clamp(value, MIN_SIDE, length - start) : clamp(value, 0, length - extent);
  return { ...box, [side]: Math.round(kept * 100) / 100 };
}
