import { describe, expect, it } from "vitest";
import type { ObjectAnswer } from "@/api/types";
import { checkObjects, keyOf, valueAt } from "./checks";
import {
  merge,
  newId,
  newObject,
  nextUnwritten,
  remove,
  sameObjects,
  split,
  stateOf,
  suggestedLabels,
  twinOf,
} from "./model";

const box = (x: number, y: number, width = 10, height = 10) => ({ x, y, width, height });

function seed(id: string, more: Partial<ObjectAnswer> = {}): ObjectAnswer {
  return { id, label: id, box: box(0, 0), description: `About ${id}.`, derived_from: [id], ...more };
}

const cup = seed("cup");
const saucer = seed("saucer", { box: box(5, 20, 30, 4) });
const spoon = seed("spoon", { box: box(50, 50) });
const start = new Map([cup, saucer, spoon].map((item) => [item.id, item]));

describe("where an object came from", () => {
  it("is kept while nothing differs, edited as soon as something does", () => {
    expect(stateOf({ ...cup }, start)).toBe("kept");
    expect(stateOf({ ...cup, label: "mug" }, start)).toBe("edited");
    expect(stateOf({ ...cup, box: box(1, 0) }, start)).toBe("edited");
    expect(stateOf({ ...cup, id: "other-id" }, start)).toBe("kept");
  });

  it("is new when drawn here, merged when made of several", () => {
    expect(stateOf(newObject(box(1, 1)), start)).toBe("new");
    expect(stateOf({ ...cup, derived_from: ["cup", "spoon"] }, start)).toBe("merged");
    expect(stateOf({ ...cup, derived_from: ["forgotten"] }, start)).toBe("new");
  });

  it("cannot be read from an id: all have the same form", () => {
    const ids = Array.from({ length: 500 }, newId);
    expect(ids.every((id) => /^[0-9a-f]{12}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(500);
  });
});

describe("merging", () => {
  it("makes one object around all boxes, with joined words and the whole lineage", () => {
    const result = merge([spoon, cup, saucer], ["saucer", "cup"]);
    expect(result?.items.map((item) => item.label)).toEqual(["spoon", "cup, saucer"]);
    expect(result?.merged).toMatchObject({
      box: { x: 0, y: 0, width: 35, height: 24 },
      description: "About cup.\nAbout saucer.",
      derived_from: ["cup", "saucer"],
    });
    expect([...start.keys()]).not.toContain(result?.merged.id);
  });

  it("keeps the lineage of merges of merges and adds none for what was drawn here", () => {
    const once = merge([cup, saucer, spoon], ["cup", "saucer"]);
    const drawn = newObject(box(90, 90));
    const items = [...(once?.items ?? []), drawn];
    const twice = merge(
      items,
      items.map((item) => item.id),
    );
    expect(twice?.merged.derived_from).toEqual(["cup", "saucer", "spoon"]);
    expect(twice?.items).toHaveLength(1);
  });

  it("says equal labels once and needs two objects", () => {
    const twin = seed("twin", { label: "cup" });
    expect(merge([cup, twin], ["cup", "twin"])?.merged.label).toBe("cup");
    expect(merge([cup, saucer], ["cup"])).toBeNull();
  });
});

describe("splitting", () => {
  it("cuts along the longer side and gives both halves the lineage", () => {
    const result = split([cup, saucer], "saucer");
    expect(result?.items.map((item) => item.box)).toEqual([cup.box, box(5, 20, 15, 4), box(20, 20, 15, 4)]);
    expect(result?.twin.derived_from).toEqual(["saucer"]);
    expect(result?.twin.id).not.toBe("saucer");
  });

  it("never makes an empty box, not even of a single pixel", () => {
    const dot = seed("dot", { box: box(3, 3, 1, 1) });
    const boxes = split([dot], "dot")?.items.map((item) => item.box);
    expect(boxes).toEqual([dot.box, dot.box]);
  });
});

it("doubles an object as another one of its sort: same words, own id, no lineage", () => {
  const twin = twinOf(cup, { width: 100, height: 80 });
  expect(twin).toMatchObject({ label: cup.label, description: cup.description, derived_from: [] });
  expect(twin.id).not.toBe(cup.id);
  expect(twin.box).not.toEqual(cup.box);
});

it("finds the next object that lacks words, round the end, and none when all have theirs", () => {
  const blank = { ...spoon, label: "" };
  const mute = { ...saucer, description: " " };
  const items = [mute, cup, blank];
  expect(nextUnwritten(items, cup.id, true)?.id).toBe(spoon.id);
  expect(nextUnwritten(items, spoon.id, true)?.id).toBe(saucer.id);
  expect(nextUnwritten(items, undefined, false)?.id).toBe(spoon.id);
  expect(nextUnwritten([cup], cup.id, true)).toBeUndefined();
});

it("removes only what was named", () =>
  expect(remove([cup, saucer, spoon], ["cup", "nobody"])).toEqual([saucer, spoon]));

it("suggests the labels of this answer and its start, the most used first", () => {
  const items = [
    { ...cup, label: "leaf" },
    { ...cup, label: "leaf " },
    { ...cup, label: "" },
  ];
  expect(suggestedLabels(items, [cup])).toEqual(["leaf", "cup"]);
});

it("compares answers by content, order and lineage", () => {
  expect(sameObjects([cup, spoon], [{ ...cup }, { ...spoon }])).toBe(true);
  expect(sameObjects([cup, spoon], [spoon, cup])).toBe(false);
  expect(sameObjects([cup], [{ ...cup, derived_from: [] }])).toBe(false);
});

describe("checks before sending", () => {
  const assignment = {
    stage: { settings: { description_required: true, min_objects: 1, max_objects: 3, max_description_characters: 20 } },
    image: { width: 100, height: 80 },
  } as unknown as Parameters<typeof checkObjects>[1];
  const t = ((key: string) => key) as never;
  const codes = (objects: ObjectAnswer[]) =>
    checkObjects({ objects }, assignment, t).map((problem) => `${problem.path} ${problem.code}`);

  it("finds nothing wrong with a good answer", () => expect(codes([cup])).toEqual([]));

  it("names each field by the path the server would use", () => {
    expect(
      codes([
        cup,
        { ...cup, label: "  ", description: "" },
        { ...cup, box: box(95, 0), description: "x".repeat(21), label: "y".repeat(201) },
      ]),
    ).toEqual([
      "objects[1].label label_empty",
      "objects[1].description description_missing",
      "objects[2].label label_too_long",
      "objects[2].box box_outside_image",
      "objects[2].description description_too_long",
    ]);
    expect(codes([])).toEqual(["objects too_few_objects"]);
    expect(codes([cup, cup, cup, cup])).toEqual(["objects too_many_objects"]);
  });

  it("keeps a problem with its object when the order changes", () => {
    const answer = { objects: [cup, spoon] };
    const key = keyOf(answer, "objects[1].label");
    expect(key).toBe("spoon.label");
    expect(valueAt({ objects: [spoon, cup] }, key)).toBe("spoon");
    expect(valueAt({ objects: [cup] }, key)).toBeUndefined();
    expect(keyOf(answer, "objects[9].label")).toBe("objects");
  });
});
