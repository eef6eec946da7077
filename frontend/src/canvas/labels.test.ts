import { describe, expect, it } from "vitest";
import type { Box } from "./geometry";
import { labelSize, placeLabels, type LabelWish } from "./labels";
import { numbers } from "./random-for-tests";

const screen = { width: 800, height: 600 };
const widthOf = (text: string) => text.length * 7;

function wish(number: number, box: Box, more: Partial<LabelWish> = {}): LabelWish {
  return { id: String(number), box, number, name: "window", wantsName: true, isSmall: false, ...more };
}

function rects(wishes: readonly LabelWish[]): Box[] {
  const places = placeLabels(wishes, screen, widthOf);
  return wishes.map(({ id, box, isSmall }) => {
    const { dx, dy, text } = places.get(id) as { dx: number; dy: number; text: string };
    return { x: box.x + dx, y: box.y + dy, ...labelSize(widthOf(text), isSmall) };
  });
}

function overlaps(all: readonly Box[]): number {
  const hits = all.map((a, at) =>
    all
      .slice(at + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height),
  );
  return hits.flat().length;
}

describe("placing labels", () => {
  it("puts a label above its box, with the name", () => {
    const places = placeLabels([wish(1, { x: 100, y: 100, width: 80, height: 60 })], screen, widthOf);
    expect(places.get("1")).toEqual({ dx: 0, dy: -21, text: "1  window", textWidth: 63 });
  });

  it("goes inside where there is no room above", () => {
    const places = placeLabels([wish(1, { x: 100, y: 5, width: 80, height: 60 })], screen, widthOf);
    expect(places.get("1")).toMatchObject({ dx: 0, dy: 2 });
  });

  it("goes inside, then below, when an earlier label has the place", () => {
    const box = { x: 100, y: 100, width: 80, height: 60 };
    const places = placeLabels(
      [1, 2, 3].map((number) => wish(number, box)),
      screen,
      widthOf,
    );
    expect([...places.values()].map(({ dy }) => dy)).toEqual([-21, 2, 62]);
    expect([...places.values()].map(({ text }) => text)).toEqual(["1  window", "2  window", "3  window"]);
  });

  it("gives up the name before the number", () => {
    const box = { x: 100, y: 100, width: 80, height: 60 };
    const places = placeLabels(
      [1, 2, 3, 4].map((number) => wish(number, box)),
      screen,
      widthOf,
    );
    expect(places.get("4")?.text).toBe("4");
  });

  it("shows the number alone when no name is wanted", () => {
    const box = { x: 100, y: 100, width: 20, height: 60 };
    const places = placeLabels([wish(7, box, { wantsName: false, isSmall: true })], screen, widthOf);
    expect(places.get("7")).toEqual({ dx: 0, dy: -17, text: "7", textWidth: 7 });
  });

  it("never goes below the lower edge of the screen", () => {
    const box = { x: 100, y: 100, width: 80, height: 490 };
    const all = rects([1, 2, 3].map((number) => wish(number, box)));
    expect(all.every(({ y, height }) => y + height <= screen.height)).toBe(true);
  });

  it("keeps the numbers of nested boxes apart", () => {
    const nested = Array.from({ length: 8 }, (_, at) =>
      wish(at + 1, { x: 100 + at * 3, y: 100 + at * 3, width: 200 - at * 6, height: 160 - at * 6 }),
    );
    expect(overlaps(rects(nested))).toBe(0);
  });

  it("keeps a usual picture of eighteen boxes apart, the same way each time", () => {
    const next = numbers(7);
    const boxes = Array.from({ length: 18 }, (_, at) =>
      wish(at + 1, { x: next() * 600, y: next() * 450, width: 30 + next() * 150, height: 30 + next() * 120 }),
    );
    expect(overlaps(rects(boxes))).toBe(0);
    expect(rects(boxes)).toEqual(rects(boxes));
  });
});
