import ts from "typescript";
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../**/*.tsx", "!../**/*.test.tsx", "!../testing/**"], {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Names that are the same in every language. */
const NAMES = new Set(["CSV", "SVG"]);
const READ_ALOUD = /^(?:aria-label|aria-description|label|title|placeholder|description|alt|legend)$/;
const isWord = (text: string) => (text.match(/\p{L}{2,}/gu) ?? []).some((word) => !NAMES.has(word));

/** Texts between tags, and those in attributes that people read or hear. */
function rawWords(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const phrases: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isWord(node.text)) phrases.push(`${path}: ${node.text.trim()}`);
    if (ts.isJsxAttribute(node) && READ_ALOUD.test(node.name.getText(file))) {
      const value = node.initializer;
      if (value && ts.isStringLiteral(value) && isWord(value.text)) phrases.push(`${path}: ${value.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return phrases;
}

test("no component says a word that is in no catalogue", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(Object.entries(sources).flatMap(([path, source]) => rawWords(path, source))).toEqual([]);
});

test("raw words would be found", () => {
  const phrases = rawWords("a.tsx", '<p title="Close it">Hello <b>{name}</b> 12 · CSV</p>');
  expect(phrases).toEqual(["a.tsx: Close it", "a.tsx: Hello"]);
});
