import { describe, expect, it } from "vitest";
import { numbers } from "./random-for-tests";
import {
  actualSize,
  fit,
  MAX_SCALE,
  minScale,
  pan,
  pinch,
  toImage,
  toScreen,
  wheelFactor,
  zoomAt,
  zoomToBox,
  type Viewport,
  middleOfSight,
} from "./viewport";

const IMAGE = { width: 1200, height: 800 };
const SCREEN = { width: 900, height: 700 };

describe("the viewport", () => {
  it("fits the whole image into the middle", () => {
    const view = fit(IMAGE, SCREEN);
    const topLeft = toScreen(view, { x: 0, y: 0 });
    const bottomRight = toScreen(view, { x: 1200, y: 800 });
    expect(topLeft.x).toBeCloseTo(SCREEN.width - bottomRight.x);
    expect(topLeft.y).toBeCloseTo(SCREEN.height - bottomRight.y);
    expect(topLeft.x).toBeGreaterThanOrEqual(0);
  });

  it("keeps the point under the pointer under the pointer", () => {
    const next = numbers(23);
    for (let round = 0; round < 300; round += 1) {
      const view = fit(IMAGE, SCREEN);
      const pointer = toScreen(view, { x: next() * 1200, y: next() * 800 });
      const before = toImage(view, pointer);
      const after = toImage(zoomAt(view, pointer, 0.7 + next() * 8, IMAGE, SCREEN), pointer);
      expect(after.x).toBeCloseTo(before.x, 6);
      expect(after.y).toBeCloseTo(before.y, 6);
    }
  });

  it("turns screen points into image points and back without loss at any zoom", () => {
    const next = numbers(29);
    for (let round = 0; round < 300; round += 1) {
      const view = { scale: 0.01 + next() * 30, x: next() * 4000 - 2000, y: next() * 4000 - 2000 };
      const point = { x: next() * 1200, y: next() * 800 };
      const back = toImage(view, toScreen(view, point));
      expect(back.x).toBeCloseTo(point.x, 8);
      expect(back.y).toBeCloseTo(point.y, 8);
    }
  });

  it("stays between the smallest and the largest zoom", () => {
    let view = fit(IMAGE, SCREEN);
    for (let turn = 0; turn < 60; turn += 1) view = zoomAt(view, { x: 5, y: 5 }, 1.5, IMAGE, SCREEN);
    expect(view.scale).toBe(MAX_SCALE);
    for (let turn = 0; turn < 90; turn += 1) view = zoomAt(view, { x: 5, y: 5 }, 0.5, IMAGE, SCREEN);
    expect(view.scale).toBe(minScale(IMAGE, SCREEN));
  });

  it("never loses the image however far one pans", () => {
    for (const [dx, dy] of [
      [1e6, 1e6],
      [-1e6, -1e6],
      [1e6, -1e6],
    ] as const) {
      const view = pan(fit(IMAGE, SCREEN), dx, dy, IMAGE, SCREEN);
      expect(view.x + IMAGE.width * view.scale).toBeGreaterThan(0);
      expect(view.x).toBeLessThan(SCREEN.width);
      expect(view.y + IMAGE.height * view.scale).toBeGreaterThan(0);
      expect(view.y).toBeLessThan(SCREEN.height);
    }
  });

  it("shows one image pixel as one screen pixel at 100%", () =>
    expect(actualSize(fit(IMAGE, SCREEN), IMAGE, SCREEN).scale).toBe(1));

  it("brings a box to the middle when zooming to it", () => {
    const box = { x: 500, y: 300, width: 100, height: 80 };
    const middle = toScreen(zoomToBox(box, IMAGE, SCREEN), { x: 550, y: 340 });
    expect(middle.x).toBeCloseTo(SCREEN.width / 2);
    expect(middle.y).toBeCloseTo(SCREEN.height / 2);
  });

  it("puts a box that nobody draws into the middle of what is seen", () => {
    const view: Viewport = { scale: 2, x: -300, y: -120 };
    const box = middleOfSight(view, IMAGE, SCREEN);
    const from = toScreen(view, box);
    const to = toScreen(view, { x: box.x + box.width, y: box.y + box.height });
    expect((from.x + to.x) / 2).toBeCloseTo(SCREEN.width / 2, -1);
    expect((from.y + to.y) / 2).toBeCloseTo(SCREEN.height / 2, -1);
  });

  it("follows two fingers: what was between them stays between them", () => {
    const view: Viewport = { scale: 1, x: 0, y: 0 };
    const after = pinch(
      view,
      [
        { x: 400, y: 300 },
        { x: 500, y: 300 },
      ],
      [
        { x: 360, y: 340 },
        { x: 560, y: 340 },
      ],
      IMAGE,
      SCREEN,
    );
    expect(after.scale).toBeCloseTo(2);
    const under = toImage(after, { x: 460, y: 340 });
    expect(under.x).toBeCloseTo(450);
    expect(under.y).toBeCloseTo(300);
  });

  it("zooms in when the wheel turns up, out when it turns down, and never in leaps", () => {
    expect(wheelFactor(-100, 0, false)).toBeGreaterThan(1);
    expect(wheelFactor(100, 0, false)).toBeLessThan(1);
    expect(wheelFactor(-1e9, 0, false)).toBeLessThan(1.7);
    expect(wheelFactor(-3, 1, false)).toBeCloseTo(wheelFactor(-48, 0, false));
  });
});
