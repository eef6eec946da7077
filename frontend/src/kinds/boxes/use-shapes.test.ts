import { expect, it } from "vitest";
import { ShapeCache } from "./use-shapes";

const box = { x: 1, y: 2, width: 3, height: 4 };
const items = [
  { id: "a", box, label: "cat", description: "" },
  { id: "b", box, label: "bowl", description: "" },
];

function shapes(cache: ShapeCache, of: typeof items) {
  return cache.all(of.map((item) => cache.of(item, item.label, false)));
}

it("gives out the very same list while only texts change that the canvas does not show", () => {
  const cache = new ShapeCache();
  const before = shapes(cache, items);
  const after = shapes(
    cache,
    items.map((item) => ({ ...item, description: "written" })),
  );
  expect(after).toBe(before);
});

it("makes one shape anew where a name changed, and a new list with it", () => {
  const cache = new ShapeCache();
  const before = shapes(cache, items);
  const after = shapes(cache, [items[0]!, { ...items[1]!, label: "dish" }]);
  expect(after).not.toBe(before);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toMatchObject({ id: "b", name: "dish" });
});

it("makes a new list where one is gone or the order is another", () => {
  const cache = new ShapeCache();
  const before = shapes(cache, items);
  expect(shapes(cache, [...items].reverse())).toEqual([...before].reverse());
  expect(shapes(cache, items.slice(1))).toHaveLength(1);
});
