import { expect, test } from "vitest";
import type { NumberedShape } from "./box-view";
import { raisedBoxes } from "./painted";
import { labelsFor, type Labels } from "./use-labels";

const screen = { width: 800, height: 600 };
const view = { scale: 1, x: 0, y: 0 };
const box = { x: 100, y: 100, width: 200, height: 100 };
const cat: NumberedShape = { number: 1, shape: { id: "cat", name: "cat", box } };
const bowl: NumberedShape = { number: 2, shape: { id: "bowl", name: "bowl", box: { ...box, y: 300 } } };
const byId = new Map([cat, bowl].map((numbered) => [numbered.shape.id, numbered]));

const texts = (labels: Labels) => [...labels.values()].map(({ text }) => text);

function raisedTexts(selection: string[], hovered: string | null): (string | undefined)[] {
  const labels = labelsFor([cat, bowl], selection, view, screen, true);
  return raisedBoxes(byId, { selection, hovered, focused: null }, labels, view).map(({ label }) => label?.text);
}

test("where the image matters more, boxes have numbers, and what is pointed at or selected its name", () => {
  expect(texts(labelsFor([cat, bowl], [], view, screen, true))).toEqual(["1", "2"]);
  expect(raisedTexts([], null)).toEqual([]);
  expect(raisedTexts([], "bowl")).toEqual(["2  bowl"]);
  expect(raisedTexts(["cat"], "bowl")).toEqual(["1  cat", "2  bowl"]);
});

test("boxes have their names where there is room, and numbers where there are many", () => {
  expect(texts(labelsFor([cat, bowl], [], view, screen, false))).toEqual(["1  cat", "2  bowl"]);
  expect(texts(labelsFor([cat, bowl], [], { ...view, scale: 0.1 }, screen, false))).toEqual(["1", "2"]);
  const many = Array.from({ length: 30 }, (_, at) => ({
    number: at + 1,
    shape: { id: `c${String(at)}`, name: "cat", box: { ...box, x: at * 20 } },
  }));
  expect(texts(labelsFor(many, [], view, screen, false))).not.toContain("1  cat");
});

test("what the keyboard is on is raised and ringed, selected or not", () => {
  const labels = raisedBoxes(byId, { selection: ["cat"], hovered: null, focused: "bowl" }, new Map(), view);
  expect(labels.map(({ number, state, hasRing }) => [number, state, hasRing])).toEqual([
    [1, "selected", false],
    [2, "hovered", true],
  ]);
});
