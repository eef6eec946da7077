import { describe, expect, it } from "vitest";
import {
  area,
  boxFromDrag,
  clipBox,
  HANDLES,
  hitsAt,
  hitTest,
  isInside,
  MIN_SIDE,
  moveBox,
  nextBelow,
  resizeBox,
  snapToImage,
  unionBoxes,
  type Box,
} from "./geometry";
import { numbers } from "./random-for-tests";

const IMAGE = { width: 640, height: 427 };

function someBox(next: () => number): Box {
  const x = Math.floor(next() * 600);
  const y = Math.floor(next() * 400);
  return {
    x: x + 0.25,
    y: y + 0.5,
    width: 1 + Math.floor(next() * (IMAGE.width - x - 2)),
    height: 1 + Math.floor(next() * (IMAGE.height - y - 2)),
  };
}

describe("drawing a box", () => {
  it("gives whole pixels inside the image whatever the direction and however far the drag goes", () => {
    const next = numbers(7);
    for (let round = 0; round < 500; round += 1) {
      const point = () => ({ x: next() * 1400 - 400, y: next() * 1000 - 300 });
      const box = boxFromDrag(point(), point(), IMAGE);
      expect(isInside(box, IMAGE)).toBe(true);
      expect(Object.values(box).every(Number.isInteger)).toBe(true);
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(MIN_SIDE);
    }
  });

  it("is the same box from either corner", () => {
    const a = { x: 10.2, y: 300.7 };
    const b = { x: 200.4, y: 20.1 };
    expect(boxFromDrag(a, b, IMAGE)).toEqual({ x: 10, y: 20, width: 190, height: 281 });
    expect(boxFromDrag(b, a, IMAGE)).toEqual(boxFromDrag(a, b, IMAGE));
  });
});

describe("moving a box", () => {
  it("never changes its size and never leaves the image", () => {
    const next = numbers(11);
    for (let round = 0; round < 500; round += 1) {
      const box = someBox(next);
      const moved = moveBox(box, next() * 2000 - 1000, next() * 2000 - 1000, IMAGE);
      expect([moved.width, moved.height]).toEqual([box.width, box.height]);
      expect(isInside(moved, IMAGE)).toBe(true);
    }
  });

  it("comes back to the very same place, fractions included", () => {
    const box = { x: 100.25, y: 50.75, width: 20.5, height: 10 };
    let moved: Box = box;
    for (let round = 0; round < 100; round += 1) {
      moved = moveBox(moveBox(moved, 3, -2, IMAGE), -3, 2, IMAGE);
    }
    expect(moved).toEqual(box);
  });
});

describe("resizing a box", () => {
  it("stays inside the image and never becomes empty, for every handle", () => {
    const next = numbers(13);
    for (let round = 0; round < 400; round += 1) {
      const box = someBox(next);
      for (const handle of HANDLES) {
        const after = resizeBox(box, handle, next() * 1600 - 800, next() * 1200 - 600, IMAGE);
        expect(isInside(after, IMAGE)).toBe(true);
        expect(Math.min(after.width, after.height)).toBeGreaterThanOrEqual(MIN_SIDE);
      }
    }
  });

  it("keeps the opposite edges where they were", () => {
    const box = { x: 100.25, y: 50, width: 40, height: 30 };
    expect(resizeBox(box, "e", 5.4, 99, IMAGE)).toEqual({ x: 100.25, y: 50, width: 45.75, height: 30 });
    expect(resizeBox(box, "nw", -10, -10, IMAGE)).toEqual({ x: 90, y: 40, width: 50.25, height: 40 });
  });

  it("turns over when a handle is dragged past the opposite edge", () => {
    const box = { x: 100, y: 50, width: 40, height: 30 };
    expect(resizeBox(box, "e", -60, 0, IMAGE)).toEqual({ x: 80, y: 50, width: 20, height: 30 });
  });
});

describe("the union of boxes", () => {
  it("holds every box and touches one on each side", () => {
    const next = numbers(17);
    for (let round = 0; round < 200; round += 1) {
      const boxes = [someBox(next), someBox(next), someBox(next)];
      const union = unionBoxes(boxes);
      expect(union.x).toBe(Math.min(...boxes.map((box) => box.x)));
      expect(union.y).toBe(Math.min(...boxes.map((box) => box.y)));
      expect(union.x + union.width).toBeCloseTo(Math.max(...boxes.map((b) => b.x + b.width)), 6);
      expect(union.y + union.height).toBeCloseTo(Math.max(...boxes.map((b) => b.y + b.height)), 6);
    }
  });

  it("refuses to unite nothing", () => expect(() => unionBoxes([])).toThrow(RangeError));
});

describe("clipping and snapping", () => {
  it("brings any box inside the image", () => {
    const next = numbers(19);
    for (let round = 0; round < 300; round += 1) {
      const wild = { x: next() * 2000 - 900, y: next() * 2000 - 900, width: next() * 900, height: next() * 900 };
      const clipped = clipBox(wild, IMAGE);
      expect(isInside(clipped, IMAGE)).toBe(true);
      expect(area(clipped)).toBeGreaterThan(0);
    }
  });

  it("pulls points near an edge onto it and leaves the others alone", () => {
    expect(snapToImage({ x: 3, y: 200 }, IMAGE, 4)).toEqual({ x: 0, y: 200 });
    expect(snapToImage({ x: 638, y: 425 }, IMAGE, 4)).toEqual({ x: 640, y: 427 });
    expect(snapToImage({ x: 5, y: 5 }, IMAGE, 4)).toEqual({ x: 5, y: 5 });
  });
});

describe("finding the box under a point", () => {
  const items = [
    { id: "wall", box: { x: 0, y: 0, width: 640, height: 427 } },
    { id: "cup", box: { x: 100, y: 100, width: 40, height: 40 } },
    { id: "table", box: { x: 50, y: 50, width: 300, height: 300 } },
  ];

  it("takes the smallest, so that a box within a box can be reached", () => {
    expect(hitTest(items, { x: 120, y: 120 })?.id).toBe("cup");
    expect(hitsAt(items, { x: 60, y: 60 }).map((item) => item.id)).toEqual(["table", "wall"]);
    expect(hitTest(items.slice(1), { x: 600, y: 10 })).toBeUndefined();
  });

  it("walks down through the boxes at a point and begins again at the top", () => {
    const at = { x: 120, y: 120 };
    const walk = ["cup"];
    for (let turn = 0; turn < 3; turn += 1) walk.push(nextBelow(items, at, walk[turn])?.id ?? "");
    expect(walk).toEqual(["cup", "table", "wall", "cup"]);
    expect(nextBelow([], at, "cup")).toBeUndefined();
  });
});
