import type { Box, OcrAnswer, OcrToken } from "@/api/types";
import { sameBox, unionBoxes, type Size } from "@/canvas/geometry";
import { halves } from "../boxes/halves";
import { twinBox } from "../boxes/twin-box";
import { randomHex } from "../random";

export function newToken(box: Box): OcrToken {
  return { id: randomHex(12), text: "", box, derived_from: [], legible: true };
}

type Tokens = readonly OcrToken[];

/** One piece in place of several: what they say in the order of the list, around all their boxes. */
export function merge(tokens: Tokens, ids: readonly string[]): { items: Tokens; merged: OcrToken } | null {
  const parts = tokens.filter((token) => ids.includes(token.id));
  const first = parts[0];
  if (!first || parts.length < 2) return null;
  const merged: OcrToken = {
    id: randomHex(12),
    text: parts
      .map((part) => part.text.trim())
      .filter(Boolean)
      .join(" "),
    box: unionBoxes(parts.map((part) => part.box)),
    derived_from: [...new Set(parts.flatMap((part) => part.derived_from))],
    legible: parts.some((part) => part.legible),
  };
  const rest = tokens.flatMap((token) => (token === first ? [merged] : parts.includes(token) ? [] : [token]));
  return { items: rest, merged };
}

/** Two pieces in place of one; what it says is cut at the space nearest to its middle. */
export function split(tokens: Tokens, id: string): { items: Tokens; twin: OcrToken } | null {
  const token = tokens.find((candidate) => candidate.id === id);
  if (!token) return null;
  const [first, second] = halves(token.box);
  const [before, after] = cutAtSpace(token.text);
  const twin: OcrToken = { ...token, id: randomHex(12), box: second, text: after };
  const next = tokens.flatMap((other) => (other === token ? [{ ...token, box: first, text: before }, twin] : [other]));
  return { items: next, twin };
}

function cutAtSpace(text: string): [before: string, after: string] {
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/\s+/g)].map((match) => match.index);
  const [at] = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return at === undefined ? [text, text] : [text.slice(0, at).trim(), text.slice(at).trim()];
}

export function twinOf(token: OcrToken, image: Size): OcrToken {
  return { ...token, id: randomHex(12), box: twinBox(token.box, image), derived_from: [] };
}

export type TokenState = "new" | "kept" | "edited";

export function stateOf(token: OcrToken, start: ReadonlyMap<string, OcrToken>): TokenState {
  const source = start.get(token.derived_from[0] ?? "");
  if (!source) return "new";
  return sameContent(token, source) ? "kept" : "edited";
}

function sameContent(a: OcrToken, b: OcrToken): boolean {
  return a.text === b.text && a.legible === b.legible && sameBox(a.box, b.box);
}

export function sameTokens(a: OcrAnswer, b: OcrAnswer): boolean {
  return (
    a.tokens.length === b.tokens.length &&
    a.tokens.every((token, index) => {
      const other = b.tokens[index];
      return (
        other !== undefined &&
        token.id === other.id &&
        sameContent(token, other) &&
        token.derived_from.join(" ") === other.derived_from.join(" ")
      );
    })
  );
}

/** `tokens[2].text` becomes `<id>.text`, which stays true when tokens come and go. */
export function keyOf(answer: OcrAnswer, path: string): string {
  const match = /^tokens\[(\d+)\](?:\.([a-z_]+))?/.exec(path);
  const token = match ? answer.tokens[Number(match[1])] : undefined;
  return token ? `${token.id}.${match?.[2] ?? "text"}` : "tokens";
}

export function valueAt(answer: OcrAnswer, key: string): unknown {
  if (key === "tokens") return answer.tokens.length;
  const dot = key.lastIndexOf(".");
  const token = answer.tokens.find(({ id }) => id === key.slice(0, dot));
  return token?.[key.slice(dot + 1) as keyof OcrToken];
}

/** All strings on one line. */
export function wordsOf({ tokens }: OcrAnswer): string {
  return tokens.map(({ text }) => text).join(" ");
}
