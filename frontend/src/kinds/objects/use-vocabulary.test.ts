import { expect, it } from "vitest";
import { offered } from "./use-vocabulary";

const labels = (typed: string, own: string[], project: Array<[string, number]> = []) =>
  offered(
    typed,
    own,
    project.map(([label, count]) => ({ label, count })),
  ).map(({ label }) => label);

it("offers the labels of this image before those of the project, each once", () =>
  expect(
    labels(
      "",
      ["tree", "lamp"],
      [
        ["Lamp", 7],
        ["bench", 5],
      ],
    ),
  ).toEqual(["tree", "lamp", "bench"]));

it("offers what begins with the typed letters in any of its words", () => {
  const own = ["striped cat", "cat-flap", "scatter cushion", "dog"];
  expect(labels("CA", own)).toEqual(["striped cat", "cat-flap"]);
  expect(labels("striped  c", own)).toEqual(["striped cat"]);
});

it("does not offer what stands there already", () =>
  expect(
    labels(
      "Cat",
      ["cat"],
      [
        ["cat", 3],
        ["cat tree", 1],
      ],
    ),
  ).toEqual(["cat tree"]));

it("says how often the project uses a label, also one of this image", () =>
  expect(offered("", ["lamp"], [{ label: "Lamp", count: 7 }])).toEqual([{ label: "lamp", count: 7 }]));

it("offers eight at most", () => expect(labels("", [..."abcdefghij"])).toHaveLength(8));
