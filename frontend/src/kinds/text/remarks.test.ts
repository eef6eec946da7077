import { expect, test } from "vitest";
import type { PlacedFinding } from "../kind";
import { quoteIn } from "./remark-list";
import { remarksOn } from "./remarks";
import { piecesOf } from "./underlines";

const finding = (code: string, more: Partial<PlacedFinding> = {}): PlacedFinding => ({
  key: "text",
  code,
  message: code,
  severity: "error",
  span: [0, 5],
  text: "There is a cat",
  ...more,
});

test("what was refused and is found again is said once", () => {
  const problems = [{ key: "text", code: "banned_opening", message: "banned_opening" }];
  const remarks = remarksOn("There is a cat", problems, [finding("banned_opening")]);
  expect(remarks).toHaveLength(1);
  expect(remarks[0]).toMatchObject({ isRefused: true, span: [0, 5] });
});

test("errors come before suggestions, what was refused before all", () => {
  const remarks = remarksOn(
    "There is a cat",
    [{ key: "text", code: "too_few_words", message: "" }],
    [finding("subjective_word", { severity: "advice" }), finding("banned_opening")],
  );
  expect(remarks.map(({ code }) => code)).toEqual(["too_few_words", "banned_opening", "subjective_word"]);
});

test("a span means nothing once the text is another; the sentence stays", () =>
  expect(remarksOn("A cat", [], [finding("banned_opening")])).toMatchObject([{ code: "banned_opening", span: null }]));

test("a place stays marked while one types before or behind it, and its fix goes with it", () => {
  const opening = finding("banned_opening", { fix: { span: [0, 12], text: "A c" } });
  const fixes = (text: string) => remarksOn(text, [], [opening]).map(({ span, fix }) => [span, fix?.span]);
  expect(fixes("There is a cat on a mat")).toEqual([
    [
      [0, 5],
      [0, 12],
    ],
  ]);
  expect(fixes("So There is a cat")).toEqual([
    [
      [3, 8],
      [3, 15],
    ],
  ]);
  expect(fixes("There is a dog")).toEqual([[[0, 5], undefined]]);
});

test("letters typed right behind a word make another word of it", () =>
  expect(remarksOn("Therefore is a cat", [], [finding("banned_opening")])[0]?.span).toBeNull());

test("underlines cut the text at every end and an error goes before advice", () => {
  const remarks = remarksOn(
    "one two three",
    [],
    [
      finding("a", { span: [0, 7], text: "one two three", severity: "advice" }),
      finding("b", { span: [4, 13], text: "one two three" }),
    ],
  );
  expect(piecesOf("one two three", remarks)).toEqual([
    { from: 0, text: "one ", severity: "advice" },
    { from: 4, text: "two", severity: "error" },
    { from: 7, text: " three", severity: "error" },
  ]);
});

test("words that the sentence quotes already are not quoted a second time", () => {
  expect(quoteIn("“nice” is an opinion", "nice")).toBe("“nice”");
  expect(quoteIn("Do not begin with 'There is'.", "There is")).toBe("'There is'");
  expect(quoteIn("This is an opinion", "nice")).toBeNull();
});

test("of replacements that meet only the one that mends most is offered", () => {
  const text = "In this image we can see a very beautiful pagoda";
  const fixed = (code: string, span: readonly [number, number]) =>
    finding(code, { text, span, fix: { span, text: "" } });
  const remarks = remarksOn(
    text,
    [],
    [fixed("opening", [0, 13]), fixed("filler", [0, 26]), fixed("see", [14, 24]), fixed("very", [27, 31])],
  );
  expect(remarks.filter(({ fix }) => fix).map(({ code }) => code)).toEqual(["filler", "very"]);
});
