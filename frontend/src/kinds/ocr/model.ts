import type { Box, OcrAnswer, OcrToken } from "@/api/types";
import { sameBox } from "@/canvas/geometry";
import { randomHex } from "../random";

export function newToken(box: Box): OcrToken {
  return { id: randomHex(12), text: "", box, derived_from: [], legible: true };
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
