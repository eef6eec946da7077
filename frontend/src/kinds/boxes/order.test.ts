import { expect, it } from "vitest";
import { numbers } from "@/canvas/random-for-tests";
import { shiftItems } from "./order";

const list = (text: string) => [...text].map((id) => ({ id }));
const moved = (text: string, ids: string, by: 1 | -1) =>
  shiftItems(list(text), [...ids], by)
    .map((item) => item.id)
    .join("");

it("moves one item by one place", () => {
  expect(moved("abcd", "c", -1)).toBe("acbd");
  expect(moved("abcd", "b", 1)).toBe("acbd");
});

it("moves several as a block and closes what lies between them", () => {
  expect(moved("abcde", "bd", 1)).toBe("acebd");
  expect(moved("abcde", "bd", -1)).toBe("bdace");
  expect(moved("abcde", "cd", -1)).toBe("acdbe");
});

it("leaves the list itself where nothing can move", () => {
  const items = list("abc");
  expect(shiftItems(items, ["a"], -1)).toBe(items);
  expect(shiftItems(items, ["c", "b"], 1)).toBe(items);
  expect(shiftItems(items, ["a", "b", "c"], 1)).toBe(items);
  expect(shiftItems(items, ["x"], 1)).toBe(items);
});

it("keeps every item, and the order of the others", () => {
  const random = numbers(7);
  for (let round = 0; round < 200; round++) {
    const items = list("abcdefgh".slice(0, 2 + Math.floor(random() * 7)));
    const ids = items.filter(() => random() < 0.4).map((item) => item.id);
    const next = shiftItems(items, ids, random() < 0.5 ? 1 : -1);
    expect([...next].sort((a, b) => a.id.localeCompare(b.id))).toEqual(items);
    const others = (list: readonly { id: string }[]) => list.filter((item) => !ids.includes(item.id));
    expect(others(next)).toEqual(others(items));
  }
});
