import { expect, it } from "vitest";
import { press, primary, prune, step } from "./selection";

it("replaces the selection, or adds and takes away with the adding key", () => {
  expect(press(["a"], "b", false)).toEqual(["b"]);
  expect(press(["a"], "b", true)).toEqual(["a", "b"]);
  expect(press(["a", "b"], "a", true)).toEqual(["b"]);
  expect(primary(["a", "b"])).toBe("b");
  expect(primary([])).toBeUndefined();
});

it("forgets what was removed and is the same array when nothing was", () => {
  const selection = ["a", "b"];
  expect(prune(selection, new Set(["a", "b", "c"]))).toBe(selection);
  expect(prune(selection, new Set(["b"]))).toEqual(["b"]);
});

it("walks round the list in both directions", () => {
  const ids = ["a", "b", "c"];
  expect(step(ids, [], 1)).toEqual(["a"]);
  expect(step(ids, [], -1)).toEqual(["c"]);
  expect(step(ids, ["c"], 1)).toEqual(["a"]);
  expect(step(ids, ["a"], -1)).toEqual(["c"]);
  expect(step([], ["a"], 1)).toEqual([]);
});
