import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { replaceIn } from "@/lib/writing/replace";
import { applied, fixableFrom, nextRemark, previewOf, remarkAt } from "./fixes";
import type { Remark } from "./remarks";
import { movedSpan } from "./spans";

const remark = (span: [number, number], fix: Remark["fix"] = null): Remark => ({
  key: "text",
  code: "filler_phrase",
  message: "",
  params: undefined,
  severity: "advice",
  span,
  fix,
  isRefused: false,
});
const some = { span: [0, 1], text: "" } as const;

describe("from finding to finding", () => {
  const remarks = [remark([10, 15]), remark([0, 4], some), remark([10, 12]), remark([30, 40], some)];

  it("goes in the order of the text and round the end", () => {
    const places = [0, 1, 2, 3].reduce<number[][]>((seen) => {
      const at = (seen.at(-1) ?? [-1, -1]) as [number, number];
      return [...seen, [...(nextRemark(remarks, at, 1)?.span ?? [])]];
    }, []);
    expect(places).toEqual([
      [0, 4],
      [10, 12],
      [10, 15],
      [30, 40],
    ]);
    expect(nextRemark(remarks, [30, 40], 1)?.span).toEqual([0, 4]);
    expect(nextRemark(remarks, [0, 4], -1)?.span).toEqual([30, 40]);
    expect(nextRemark([], [0, 0], 1)).toBeNull();
  });

  it("means the shortest of those the cursor is in", () => {
    expect(remarkAt(remarks, 12)?.span).toEqual([10, 12]);
    expect(remarkAt(remarks, 14)?.span).toEqual([10, 15]);
    expect(remarkAt(remarks, 20)).toBeNull();
  });

  it("fixes what the cursor is in, else the next thing there is a fix for", () => {
    expect(fixableFrom(remarks, [2, 2])?.span).toEqual([0, 4]);
    expect(fixableFrom(remarks, [12, 12])?.span).toEqual([30, 40]);
    expect(fixableFrom(remarks, [40, 41])?.span).toEqual([0, 4]);
    expect(fixableFrom([remark([0, 4])], [2, 2])).toBeNull();
  });
});

test("what will stand there is shown with the words around it", () => {
  const text = "There is a cat on the mat. It sleeps in this image.";
  expect(previewOf(text, { span: [0, 14], text: "A cat is" })).toBe("A cat is on the …");
  expect(previewOf(text, { span: [36, 50], text: "" })).toBe("… sleeps.");
  expect(previewOf("beautiful", { span: [0, 9], text: "" })).toBe("");
});

test("a place moves with what is typed before it and is lost when it changes", () => {
  expect(movedSpan([2, 5], "a red kite", "a big red kite")).toEqual([6, 9]);
  expect(movedSpan([2, 5], "a red kite", "a red kites")).toEqual([2, 5]);
  expect(movedSpan([2, 5], "a red kite", "a rd kite")).toBeNull();
});

test("random changes beside a place leave its words in it", () => {
  let state = 7;
  const random = (most: number) => (state = (state * 48271) % 2147483647) % most;
  for (let round = 0; round < 400; round += 1) {
    const text = Array.from({ length: 12 }, () => "ab ."[random(4)]).join("");
    const start = random(8);
    const span = [start, start + 1 + random(4)] as const;
    const at = random(2) === 0 ? random(start + 1) : span[1] + random(text.length - span[1] + 1);
    const changed = `${text.slice(0, at)} x `.concat(text.slice(at));
    const moved = movedSpan(span, text, changed);
    if (moved) expect(changed.slice(...moved)).toBe(text.slice(...span));
  }
});

describe("putting other words there", () => {
  let field: HTMLTextAreaElement;
  beforeEach(() => {
    field = document.createElement("textarea");
    field.value = "A very nice cat";
    document.body.append(field);
  });
  afterEach(() => {
    field.remove();
    Reflect.deleteProperty(document, "execCommand");
  });

  it("goes the way typing goes, so that the browser can undo it", () => {
    const command = vi.fn(() => true);
    Object.assign(document, { execCommand: command });
    replaceIn(field, [2, 12], "");
    expect(command).toHaveBeenLastCalledWith("delete", false, "");
    replaceIn(field, [0, 1], "The");
    expect(command).toHaveBeenLastCalledWith("insertText", false, "The");
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 1]);
  });

  it("puts them there itself where the browser no longer offers that", () => {
    expect(replaceIn(field, [1, 11], "")).toBe("A cat");
    expect(applied("A very nice cat", { span: [1, 11], text: "" })).toBe("A cat");
  });
});
