import { toUnits } from "./code-points";

/** A stretch of text, in code points as the server counts them. */
export interface TextMark {
  span: readonly [start: number, end: number];
  tone: "error" | "advice" | "note";
  label?: string;
}

export interface TextPart {
  text: string;
  mark: TextMark | null;
}

/**
 * The text cut at the ends of the marks. Where marks overlap the one that begins first goes on, and
 * the later one shows from its end; what lies outside the text is left out.
 */
export function markedParts(text: string, marks: readonly TextMark[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  const placed = marks
    .map((mark) => ({ mark, start: toUnits(text, mark.span[0]), end: toUnits(text, mark.span[1]) }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  for (const { mark, start, end } of placed) {
    const from = Math.max(start, at);
    if (end <= from) continue;
    if (from > at) parts.push({ text: text.slice(at, from), mark: null });
    parts.push({ text: text.slice(from, end), mark });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), mark: null });
  return parts;
}
