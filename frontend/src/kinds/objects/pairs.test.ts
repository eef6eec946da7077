import { expect, test } from "vitest";
import type { ObjectAnswer } from "@/api/types";
import { pairObjects } from "./pairs";

function object(id: string, changes: Partial<ObjectAnswer> = {}): ObjectAnswer {
  return {
    id,
    label: id,
    box: { x: 0, y: 0, width: 10, height: 10 },
    description: "",
    derived_from: [],
    ...changes,
  };
}

test("each object is kept, edited, merged, added or removed by what it derives from", () => {
  const before = [object("a"), object("b"), object("c"), object("d"), object("e")];
  const after = [
    object("a", { derived_from: ["a"] }),
    object("b2", { derived_from: ["b"] }),
    object("cd", { derived_from: ["c", "d"] }),
    object("new"),
  ];
  expect(pairObjects(before, after).map(({ change }) => change)).toEqual([
    "kept",
    "edited",
    "merged",
    "added",
    "removed",
  ]);
});

test("a moved box alone makes an object edited", () => {
  const moved = object("a", { derived_from: ["a"], box: { x: 1, y: 0, width: 10, height: 10 } });
  expect(pairObjects([object("a")], [moved])[0]?.change).toBe("edited");
});
