/** Quarter turns of the image on screen, clockwise. They change what is seen, never what is saved. */
import type { Box, Point, Size } from "./geometry";

export type Turn = 0 | 1 | 2 | 3;

export function turnedBy(turn: Turn, quarters: number): Turn {
  return ((((turn + quarters) % 4) + 4) % 4) as Turn;
}

export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Where a box of the upright image lies once the image is turned. */
export function turnBox(box: Box, image: Size, turn: Turn): Box {
  const { x, y, width, height } = box;
  switch (turn) {
    case 0:
      return box;
    case 1:
      return { x: cents(image.height - y - height), y: x, width: height, height: width };
    case 2:
      return { x: cents(image.width - x - width), y: cents(image.height - y - height), width, height };
    case 3:
      return { x: y, y: cents(image.width - x - width), width: height, height: width };
  }
}

/** The way back: from the turned image to the upright one. */
export function unturnBox(box: Box, image: Size, turn: Turn): Box {
  return turnBox(box, turnedSize(image, turn), turnedBy(0, -turn));
}

/** A step to the right on screen as a step in the upright image. */
export function unturnStep({ x, y }: Point, turn: Turn): Point {
  switch (turn) {
    case 0:
      return { x, y };
    case 1:
      return { x: y, y: -x };
    case 2:
      return { x: -x, y: -y };
    case 3:
      return { x: -y, y: x };
  }
}

/** Puts the turned picture with its top left corner at the origin again. */
export function turnTransform({ width, height }: Size, turn: Turn): string {
  const [x, y] = [
    [0, 0],
    [height, 0],
    [width, height],
    [0, width],
  ][turn] as [number, number];
  return turn === 0 ? "" : ` translate(${String(x)}px, ${String(y)}px) rotate(${String(turn * 90)}deg)`;
}

/** Boxes travel with two decimals; anything finer is float noise. */
function cents(value: number): number {
  return Math.round(value * 100) / 100;
}
