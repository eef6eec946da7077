import { describe, expect, it } from "vitest";
import { edgeStep } from "./edge-pan";
import { isInside, type Box, type Point } from "./geometry";
import { dragFor, type Press, type Scene } from "./gesture";
import { numbers } from "./random-for-tests";
import { bandSelection, boxesAt, reachAt, type Running } from "./running";
import { turnBox, turnedSize, unturnBox, type Turn } from "./turn";
import { toImage, toScreen } from "./viewport";

const image = { width: 1000, height: 700 };
const random = numbers(20261122);
const between = (low: number, high: number) => low + random() * (high - low);
const whole = (low: number, high: number) => Math.round(between(low, high));

function someBox(): Box {
  const [width, height] = [whole(1, 400), whole(1, 300)];
  return { x: whole(0, image.width - width), y: whole(0, image.height - height), width, height };
}

function moving(starts: Record<string, Box>, from: Point): Running {
  const drag = { kind: "move", ids: Object.keys(starts) } as const;
  const boxes = new Map(Object.entries(starts));
  return { pointerId: 1, group: "drag", drag, from, screenFrom: from, starts: boxes, last: from, hasMoved: true };
}

describe("a drag", () => {
  it("leads back to where it began, at any zoom, turn and way", () => {
    for (let round = 0; round < 300; round += 1) {
      const turn = whole(0, 3) as Turn;
      const size = turnedSize(image, turn);
      const start = someBox();
      const turned = turnBox(start, image, turn);
      const view = { scale: between(0.05, 32), x: between(-900, 900), y: between(-900, 900) };
      const press = { x: between(0, 800), y: between(0, 600) };
      const gesture = moving({ a: turned }, toImage(view, press));
      for (let step = 0; step < 5; step += 1) {
        const to = toImage(view, { x: between(-2000, 2000), y: between(-2000, 2000) });
        const there = boxesAt(gesture, to, size, reachAt(view.scale)).get("a") as Box;
        expect(isInside(there, size)).toBe(true);
        expect([there.width, there.height]).toEqual([turned.width, turned.height]);
      }
      const back = boxesAt(gesture, toImage(view, press), size, reachAt(view.scale)).get("a") as Box;
      expect(unturnBox(back, image, turn)).toEqual(start);
    }
  });

  it("moves several boxes as one: nothing between them changes, also at the edges", () => {
    for (let round = 0; round < 200; round += 1) {
      const [a, b] = [someBox(), someBox()];
      const gesture = moving({ a, b }, { x: 0, y: 0 });
      const to = { x: between(-1500, 1500), y: between(-1500, 1500) };
      const moved = boxesAt(gesture, to, image, between(0, 20));
      const [first, second] = [moved.get("a") as Box, moved.get("b") as Box];
      expect([second.x - first.x, second.y - first.y]).toEqual([b.x - a.x, b.y - a.y]);
      expect(isInside(first, image) && isInside(second, image)).toBe(true);
    }
  });

  it("is pulled onto the edge of the image, but leaves alone a box that does not move that way", () => {
    const start = { x: 20, y: 2, width: 50, height: 50 };
    const at = (x: number, y: number) => boxesAt(moving({ a: start }, { x: 0, y: 0 }), { x, y }, image, 4).get("a");
    expect(at(-17, 0)).toMatchObject({ x: 0, y: 2 });
    expect(at(-15, 0)).toMatchObject({ x: 5 });
    expect(at(927, 0)).toMatchObject({ x: 950 });
  });

  it("of a corner is pulled onto the edge of the image, too", () => {
    const start = { x: 20, y: 20, width: 50, height: 50 };
    const gesture: Running = {
      ...moving({ a: start }, { x: 70, y: 70 }),
      drag: { kind: "resize", id: "a", handle: "se" },
    };
    expect(boxesAt(gesture, { x: 997, y: 300 }, image, 4).get("a")).toEqual({ x: 20, y: 20, width: 980, height: 280 });
  });
});

describe("a frame drawn with Shift", () => {
  const items = [
    { id: "room", box: { x: 0, y: 0, width: 900, height: 600 } },
    { id: "cup", box: { x: 100, y: 100, width: 50, height: 50 } },
    { id: "plate", box: { x: 140, y: 120, width: 80, height: 40 } },
  ];
  const scene: Scene = { items, selection: [], tool: "select", canEdit: true, isLocked: false, tolerance: 0 };
  const press: Press = {
    point: { x: 120, y: 120 },
    button: 0,
    isTouch: false,
    wantsPan: false,
    adds: true,
    handle: null,
  };

  it("begins anywhere, on a box too, and never under a finger", () => {
    expect(dragFor(press, scene)).toEqual({ kind: "band" });
    expect(dragFor({ ...press, isTouch: true }, scene).kind).toBe("pan");
  });

  it("adds what lies in it altogether to what is selected", () => {
    const band = { x: 90, y: 90, width: 200, height: 100 };
    expect(bandSelection(items, ["plate"], band)).toEqual(["plate", "cup"]);
    expect(bandSelection(items, [], { ...band, width: 80 })).toEqual(["cup"]);
  });

  it("is all that a pointer can do to boxes that are held, but for drawing another", () => {
    const held = { ...scene, isLocked: true, selection: ["cup"] };
    expect(dragFor({ ...press, adds: false }, held).kind).toBe("pan");
    expect(dragFor({ ...press, adds: false, handle: "se" }, held).kind).toBe("pan");
    expect(dragFor(press, held).kind).toBe("band");
    expect(dragFor({ ...press, adds: false }, { ...held, tool: "draw" }).kind).toBe("draw");
  });
});

describe("dragging to the border", () => {
  const screen = { width: 800, height: 600 };
  const zoomed = { scale: 2, x: -300, y: -200 };

  it("shows what lies beyond it, the faster the further out", () => {
    const slow = edgeStep({ x: 10, y: 300 }, zoomed, image, screen, 0.016);
    const fast = edgeStep({ x: -60, y: 300 }, zoomed, image, screen, 0.016);
    expect(slow.x).toBeGreaterThan(0);
    expect(fast.x).toBeGreaterThan(slow.x);
    expect(edgeStep({ x: 400, y: 590 }, zoomed, image, screen, 0.016)).toMatchObject({ x: 0 });
    expect(edgeStep({ x: 400, y: 590 }, zoomed, image, screen, 0.016).y).toBeLessThan(0);
  });

  it("moves nothing where all of the image is in sight", () => {
    const fitted = { scale: 0.7, x: 50, y: 55 };
    for (const at of [
      { x: 0, y: 0 },
      { x: 800, y: 600 },
    ]) {
      const { x, y } = edgeStep(at, fitted, image, screen, 0.016);
      expect([x + 0, y + 0]).toEqual([0, 0]);
    }
  });

  it("stops shortly after the end of the image", () => {
    const step = edgeStep({ x: -100, y: 300 }, { ...zoomed, x: -3 }, image, screen, 1);
    expect(toScreen({ ...zoomed, x: -3 + step.x }, { x: 0, y: 0 }).x).toBe(12);
  });
});
