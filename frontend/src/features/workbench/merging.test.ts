import { expect, it } from "vitest";
import type { Answer } from "@/api/types";
import { joined, onlyText, piecesOf, union, type Side } from "./merging";

const answer = (value: unknown) => value as Answer;

it("finds the places where two texts differ, and nothing else", () =>
  expect(piecesOf("A red cup on a table.", "A blue cup on a table.")).toEqual([
    { kind: "same", text: "A " },
    { kind: "choice", mine: "red", theirs: "blue" },
    { kind: "same", text: " cup on a table." },
  ]));

it("makes either version again when one side is chosen everywhere", () => {
  const words = ["a", "red", "cup", ".", "on", "the", "\n", "table", "é", "🙂", " "];
  let seed = 7;
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % most;
  };
  const text = () => Array.from({ length: next(30) }, () => words[next(words.length)]).join(" ");
  for (let round = 0; round < 200; round += 1) {
    const [mine, theirs] = [text(), text()];
    const pieces = piecesOf(mine, theirs);
    const all = (side: Side) => pieces.map(() => side);
    expect(joined(pieces, all("mine"))).toBe(mine);
    expect(joined(pieces, all("theirs"))).toBe(theirs);
    expect(joined(pieces, [])).toBe(mine);
    for (const piece of pieces) {
      if (piece.kind === "choice") expect(joined(pieces, all("both"))).toContain(piece.mine);
    }
  }
});

it("keeps both wordings apart by a space where they would run together", () =>
  expect(joined(piecesOf("A red cup.", "A blue cup."), ["both"])).toBe("A blue red cup."));

it("gives each of two sentences its own full stop", () => {
  const pieces = piecesOf("A cup. It is full.", "A cup. Seen from above.");
  expect(joined(pieces, ["both"])).toBe("A cup. Seen from above. It is full.");
});

it("takes only answers that are nothing but a text for texts", () => {
  expect(onlyText(answer({ text: "A." }))).toBe("A.");
  expect(onlyText(answer({ text: "A.", canned: false }))).toBeNull();
  expect(onlyText(answer({ objects: [] }))).toBeNull();
});

it("joins two lists of objects without losing or doubling any", () => {
  const mine = answer({
    objects: [
      { id: "a", label: "cat" },
      { id: "b", label: "bowl" },
    ],
  });
  const theirs = answer({
    objects: [
      { id: "c", label: "mat" },
      { id: "a", label: "dog" },
    ],
  });
  expect(union(mine, theirs)).toEqual({
    objects: [
      { id: "a", label: "cat" },
      { id: "b", label: "bowl" },
      { id: "c", label: "mat" },
    ],
  });
  expect(union(answer({ text: "A." }), theirs)).toBeNull();
});
