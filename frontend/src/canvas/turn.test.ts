import { expect, test } from "vitest";
import { turnBox, turnedBy, turnedSize, unturnBox, unturnStep, type Turn } from "./turn";

const image = { width: 400, height: 300 };
const box = { x: 10, y: 20, width: 50, height: 30 };
const TURNS: readonly Turn[] = [0, 1, 2, 3];

test("a quarter turn to the right puts the top edge on the right", () => {
  expect(turnBox({ x: 0, y: 0, width: 400, height: 10 }, image, 1)).toEqual({ x: 290, y: 0, width: 10, height: 400 });
  expect(turnBox(box, image, 1)).toEqual({ x: 250, y: 10, width: 30, height: 50 });
});

test("half a turn swaps the corners", () =>
  expect(turnBox(box, image, 2)).toEqual({ x: 340, y: 250, width: 50, height: 30 }));

test("four quarter turns are none, either way round", () => {
  expect(turnedBy(3, 1)).toBe(0);
  expect(turnedBy(0, -1)).toBe(3);
  expect(turnedSize(image, 1)).toEqual({ width: 300, height: 400 });
});

test("turning back gives the box that was turned", () => {
  for (const turn of TURNS) {
    for (let n = 0; n < 50; n += 1) {
      const some = { x: n * 3.17, y: n * 2.01, width: 1 + n, height: 100 - n };
      const back = unturnBox(turnBox(some, image, turn), image, turn);
      for (const side of ["x", "y", "width", "height"] as const) expect(back[side]).toBeCloseTo(some[side], 1);
    }
  }
});

test("a step on screen is the step in the image that looks like it", () => {
  for (const turn of TURNS) {
    const step = unturnStep({ x: 1, y: 0 }, turn);
    const moved = { ...box, x: box.x + step.x, y: box.y + step.y };
    expect(turnBox(moved, image, turn).x).toBe(turnBox(box, image, turn).x + 1);
  }
});
