import { describe, expect, it } from "vitest";
import { isInside } from "@/canvas/geometry";
import { numbers } from "@/canvas/random-for-tests";
import { boxWith, SIDES } from "./position";
import { twinBox } from "./twin-box";

const image = { width: 100, height: 80 };
const box = { x: 10, y: 20, width: 30, height: 40 };

describe("a number typed for a box", () => {
  it("changes that number alone", () => {
    expect(boxWith(box, "x", 12, image)).toEqual({ ...box, x: 12 });
    expect(boxWith(box, "height", 50.5, image)).toEqual({ ...box, height: 50.5 });
  });

  it("stops at the edge of the image and never makes a box of no size", () => {
    expect(boxWith(box, "x", 500, image)?.x).toBe(70);
    expect(boxWith(box, "y", -3, image)?.y).toBe(0);
    expect(boxWith(box, "width", 500, image)?.width).toBe(90);
    expect(boxWith(box, "width", 0, image)?.width).toBe(1);
    expect(boxWith(box, "width", Number.NaN, image)).toBeNull();
  });

  it("leaves every box inside the image", () => {
    const random = numbers(3);
    for (let round = 0; round < 500; round++) {
      const side = SIDES[Math.floor(random() * 4)]!;
      expect(isInside(boxWith(box, side, random() * 300 - 100, image)!, image)).toBe(true);
    }
  });
});

describe("the place of a duplicate", () => {
  it("is a little further right and down, or back where there is no room", () => {
    expect(twinBox(box, image)).toEqual({ ...box, x: 18, y: 30 });
    expect(twinBox({ x: 70, y: 40, width: 30, height: 40 }, image)).toEqual({ x: 62, y: 30, width: 30, height: 40 });
  });

  it("is the same place for a box as large as the image", () => {
    const whole = { x: 0, y: 0, ...image };
    expect(twinBox(whole, image)).toEqual(whole);
  });
});
