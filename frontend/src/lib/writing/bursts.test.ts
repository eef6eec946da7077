import { describe, expect, it } from "vitest";
import { LONG_RUN, PAUSE_MS, caretAfter, editBetween, nextBurst, type Burst } from "./bursts";

/** Types texts one after another, 100 ms apart unless told otherwise, and counts the steps. */
function steps(texts: readonly string[], gaps: Readonly<Record<number, number>> = {}): number[] {
  let last: Burst | null = null;
  let at = 0;
  return texts.slice(1).map((after, index) => {
    at += gaps[index] ?? 100;
    last = nextBurst(last, { field: "cat label", before: texts[index]!, after, at });
    return last.number;
  });
}

function letters(text: string): string[] {
  return Array.from({ length: text.length + 1 }, (_, length) => text.slice(0, length));
}

describe("a step of writing", () => {
  it("is a run of typing, double letters included", () =>
    expect(new Set(steps(letters("a small ball")))).toEqual(new Set([1])));

  it("ends with a pause", () => expect(steps(["", "a", "ab", "abc"], { 2: PAUSE_MS + 1 })).toEqual([1, 1, 2]));

  it("ends where deleting begins, backwards and forwards alike", () => {
    expect(steps(["", "a", "ab", "a", ""])).toEqual([1, 1, 2, 2]);
    expect(steps(["xabc", "abc", "bc", "c"])).toEqual([1, 1, 1]);
  });

  it("is a paste, or a word put in the place of another", () => {
    expect(steps(["", "a", "a red kite", "a red kites"])).toEqual([1, 2, 3]);
    expect(steps(["", "a", "b"])).toEqual([1, 2]);
  });

  it("ends when the cursor is put elsewhere", () => {
    expect(steps(["cat", "cats", "a cats", "a  cats"])).toEqual([1, 2, 3]);
    expect(steps(["cat", "cats", "xcats"])).toEqual([1, 2]);
  });

  it("is never longer than about a sentence", () => {
    const text = "word ".repeat(40);
    const numbers = steps(letters(text));
    const longest = Math.max(...[...new Set(numbers)].map((one) => numbers.filter((n) => n === one).length));
    expect(longest).toBeLessThanOrEqual(LONG_RUN + 5);
    expect(numbers.at(-1)).toBe(4);
  });

  it("belongs to one field", () => {
    const first = nextBurst(null, { field: "a label", before: "", after: "x", at: 0 });
    expect(nextBurst(first, { field: "b label", before: "", after: "x", at: 1 }).number).toBe(2);
  });
});

it("finds the one place in which two texts differ", () => {
  expect(editBetween("a red kite", "a blue kite")).toEqual({ start: 2, removed: 3, added: 4 });
  expect(editBetween("aa", "aaa")).toEqual({ start: 2, removed: 0, added: 1 });
  expect(editBetween("same", "same")).toEqual({ start: 4, removed: 0, added: 0 });
});

it("puts the cursor behind what came back", () => {
  expect(caretAfter("a  kite", "a red kite")).toBe(5);
  expect(caretAfter("a red kite", "a kite")).toBe(2);
});
