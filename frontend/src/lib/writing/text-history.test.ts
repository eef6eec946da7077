import { describe, expect, it } from "vitest";
import { TextHistory } from "./text-history";

/** Writes texts one after another, 100 ms apart. */
function written(texts: readonly string[]): TextHistory {
  const history = new TextHistory(texts[0] ?? "");
  texts.slice(1).forEach((text, index) => history.note(text, (index + 1) * 100));
  return history;
}

function typed(text: string, before = ""): string[] {
  return Array.from(text).map((_, index, signs) => before + signs.slice(0, index + 1).join(""));
}

function undoAll(history: TextHistory): string[] {
  const texts = [];
  while (history.undo()) texts.push(history.text);
  return texts;
}

describe("the history of a text", () => {
  it("takes back a run of typing at once, and does it again", () => {
    const history = written(["", ...typed("A red kite")]);
    expect(history.undo()).toEqual({ span: [0, 10], words: "", caret: 0 });
    expect(history.text).toBe("");
    expect(history.redo()).toEqual({ span: [0, 0], words: "A red kite", caret: 10 });
    expect(history.redo()).toBeNull();
  });

  it("counts an emoji of many units as one letter, and never cuts one", () => {
    const signs = ["👍🏽", "👩‍👩‍👧", "é", "🇩🇰"];
    for (const sign of signs) expect(undoAll(written(["", "a", `a${sign}`, `a${sign}b`]))).toEqual([""]);
    const beside = written(["👍"]);
    beside.note("👎👍", 0, "whole");
    expect(beside.undo()).toMatchObject({ words: "👍", caret: 2 });
    expect(beside.redo()).toMatchObject({ words: "👎👍", caret: 4 });
  });

  it("takes back Hebrew and Arabic as it does Latin", () => {
    for (const word of ["שלום עולם", "مرحبا"]) expect(undoAll(written(["", ...typed(word)]))).toEqual([""]);
  });

  it("takes back a paste, a cut and a drag of two halves by themselves", () => {
    const history = written(["", ...typed("one two")]);
    history.note("one two three", 800, "whole");
    history.note("one three", 900, "whole");
    history.note("one", 1000, "whole");
    history.note("three one", 1001, "joined");
    expect(undoAll(history)).toEqual(["one three", "one two three", "one two", ""]);
  });

  it("joins what an input method composes to the run it is part of", () => {
    const history = written(["", "a"]);
    history.note("a日本", 200, "letters");
    history.note("a日本語", 300, "letters");
    expect(undoAll(history)).toEqual([""]);
  });

  it("forgets what was taken back once something else is written", () => {
    const history = written(["", "a"]);
    history.undo();
    history.note("b", 9000);
    expect(history.redo()).toBeNull();
  });

  it("goes on where it was, also where a last run was not written down", () => {
    const kept = written(["x", "xa"]).kept(10_000);
    const again = new TextHistory("xa and more", kept);
    expect(undoAll(again)).toEqual(["xa", "x"]);
  });

  it("keeps the newest steps that there is room for", () => {
    const history = written([""]);
    for (const text of ["a".repeat(500), "b".repeat(500), "c".repeat(500)]) history.note(text, 0, "whole");
    expect(history.kept(100_000)?.undo).toHaveLength(3);
    expect(history.kept(1_600)?.undo).toHaveLength(1);
    expect(history.kept(100)).toBeNull();
  });
});
