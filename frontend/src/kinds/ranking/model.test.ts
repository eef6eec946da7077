import { describe, expect, it } from "vitest";
import {
  dense,
  fitted,
  giveRank,
  isTied,
  moveDown,
  moveTo,
  moveUp,
  stepsOf,
  toggleTie,
  unranked,
  type Ranks,
} from "./model";

describe("steps", () => {
  it("go from the best to the worst, tied texts in one, open ones in none", () => {
    expect(stepsOf([2, 1, null, 2])).toEqual([[1], [0, 3]]);
    expect(unranked([2, 1, null, 2])).toEqual([2]);
  });

  it("are dense whatever gaps there were", () => expect(dense([4, 2, null, 4])).toEqual([2, 1, null, 2]));

  it("are as many as there are texts, whatever an answer says", () => {
    expect(fitted([], 3)).toEqual([null, null, null]);
    expect(fitted([1, 2, 3, 4], 2)).toEqual([1, 2]);
  });
});

describe("moving", () => {
  it("puts a text before a step, after all of them, into one, or out", () => {
    const ranks: Ranks = [1, 2, 3, null];
    expect(moveTo(ranks, 3, { before: 0 })).toEqual([2, 3, 4, 1]);
    expect(moveTo(ranks, 0, { before: 3 })).toEqual([3, 1, 2, null]);
    expect(moveTo(ranks, 3, { into: 1 })).toEqual([1, 2, 3, 2]);
    expect(moveTo(ranks, 1, "out")).toEqual([1, null, 2, null]);
  });

  it("leaves a text where it is when it is put where it was", () => {
    expect(moveTo([1, 2, 3], 1, { before: 1 })).toEqual([1, 2, 3]);
    expect(moveTo([1, 2, 3], 1, { before: 2 })).toEqual([1, 2, 3]);
    expect(moveTo([1, 2, 3], 1, { into: 1 })).toEqual([1, 2, 3]);
  });

  it("goes past the step above or below, and ends at both ends", () => {
    expect(moveUp([1, 2, 3], 2)).toEqual([1, 3, 2]);
    expect(moveDown([1, 2, 3], 0)).toEqual([2, 1, 3]);
    expect(moveUp([1, 2, 3], 0)).toEqual([1, 2, 3]);
    expect(moveDown([1, 2, 3], 2)).toEqual([1, 2, 3]);
  });

  it("passes over tied texts as one, and never ties by itself", () => expect(moveUp([1, 1, 2], 2)).toEqual([2, 2, 1]));

  it("leads out of a tie first", () => {
    expect(moveUp([1, 2, 2], 2)).toEqual([1, 3, 2]);
    expect(moveDown([1, 1, 2], 0)).toEqual([2, 1, 3]);
  });

  it("ranks an open text last; down it stays open", () => {
    expect(moveUp([1, null, 2], 1)).toEqual([1, 3, 2]);
    expect(moveDown([1, null, 2], 1)).toEqual([1, null, 2]);
  });
});

describe("ties", () => {
  it("join a text with the step above, and separate it below the others", () => {
    expect(toggleTie([1, 2, 3], 2)).toEqual([1, 2, 2]);
    expect(toggleTie([1, 2, 2], 1)).toEqual([1, 3, 2]);
    expect(isTied([1, 2, 2], 1)).toBe(true);
  });

  it("are nothing to the first, and join an open text with the last step", () => {
    expect(toggleTie([1, 2], 0)).toEqual([1, 2]);
    expect(toggleTie([1, 2, null], 2)).toEqual([1, 2, 2]);
    expect(toggleTie([null, null], 1)).toEqual([null, null]);
  });
});

describe("ranks that are named", () => {
  const ranked = (order: readonly (readonly [text: number, rank: number])[], count: number, hasTies = true) =>
    order.reduce<Ranks>((ranks, [text, rank]) => giveRank(ranks, text, rank, hasTies), fitted([], count));

  it("keep their gaps while texts are open", () => expect(ranked([[0, 2]], 3)).toEqual([2, null, null]));

  it("mean what they say in any order", () => expect(ranked([[0, 2], [1, 1], [2, 3]], 3)).toEqual([2, 1, 3])); // prettier-ignore

  it("tie where two are the same, and close up at the end", () =>
    expect(ranked([[0, 1], [1, 2], [2, 2], [3, 4]], 4)).toEqual([1, 2, 2, 3])); // prettier-ignore

  it("push the others on where ties are refused", () => {
    expect(ranked([[0, 1], [1, 1]], 3, false)).toEqual([2, 1, null]); // prettier-ignore
    expect(ranked([[0, 3], [1, 3], [2, 3]], 3, false)).toEqual([1, 2, 3]); // prettier-ignore
    expect(giveRank([1, 2, 3], 0, 3, false)).toEqual([3, 1, 2]);
    expect(giveRank([1, 2, 3], 2, 1, false)).toEqual([2, 3, 1]);
  });
});
