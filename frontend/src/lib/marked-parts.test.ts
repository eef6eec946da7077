import { expect, test } from "vitest";
import { toCodePoints, toUnits } from "./code-points";
import { markedParts } from "./marked-parts";

const mark = (start: number, end: number) => ({ span: [start, end] as const, tone: "note" as const });
const shown = (text: string, ...spans: ReturnType<typeof mark>[]) =>
  markedParts(text, spans)
    .map((part) => (part.mark ? `[${part.text}]` : part.text))
    .join("");

test("a span counts code points, so what stands before it may be any sign", () => {
  expect(shown("🏠🏠 red house", mark(3, 6))).toBe("🏠🏠 [red] house");
  expect(toUnits("🏠a", 1)).toBe(2);
  expect(toCodePoints("🏠a", 2)).toBe(1);
});

test("overlapping marks never show a word twice", () =>
  expect(shown("one two three", mark(0, 7), mark(4, 13))).toBe("[one two][ three]"));

test("a mark beyond the text is left out, and the text stays whole", () => {
  expect(shown("short", mark(9, 12))).toBe("short");
  expect(shown("short", mark(2, 99))).toBe("sh[ort]");
});
