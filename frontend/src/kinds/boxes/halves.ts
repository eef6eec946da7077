import type { Box } from "@/api/types";

/** A box cut in two along its longer side; one of a single pixel cannot be, and is there twice. */
export function halves(box: Box): [Box, Box] {
  if (box.width >= box.height) {
    const width = halfOf(box.width);
    const rest = { ...box, x: toCents(box.x + width), width: toCents(box.width - width) };
    return rest.width > 0 ? [{ ...box, width }, rest] : [box, box];
  }
  const height = halfOf(box.height);
  const rest = { ...box, y: toCents(box.y + height), height: toCents(box.height - height) };
  return rest.height > 0 ? [{ ...box, height }, rest] : [box, box];
}

function halfOf(length: number): number {
  return Math.max(Math.round(length / 2), 1);
}

function toCents(value: number): number {
  return Math.round(value * 100) / 100;
}
