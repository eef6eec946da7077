import type { Fix } from "@/api/hits";
import type { Remark } from "./remarks";
import { isWithin } from "./spans";

export type PlacedRemark = Remark & { span: readonly [number, number] };

export function hasPlace(remark: Remark): remark is PlacedRemark {
  return remark.span !== null;
}

/** What the cursor is in: of several the shortest, which says most. */
export function remarkAt(remarks: readonly Remark[], place: number): PlacedRemark | null {
  const here = remarks.filter(hasPlace).filter(({ span }) => isWithin(place, span));
  return here.sort((a, b) => lengthOf(a) - lengthOf(b))[0] ?? null;
}

/** The one after the cursor, or before it, and round the end. */
export function nextRemark(
  remarks: readonly Remark[],
  selection: readonly [start: number, end: number],
  by: 1 | -1,
): PlacedRemark | null {
  const inOrder = remarks.filter(hasPlace).sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1]);
  const isPast = ({ span }: PlacedRemark) =>
    by === 1
      ? span[0] > selection[0] || (span[0] === selection[0] && span[1] > selection[1])
      : span[0] < selection[0] || (span[0] === selection[0] && span[1] < selection[1]);
  const target = by === 1 ? inOrder.find(isPast) : inOrder.findLast(isPast);
  return target ?? (by === 1 ? inOrder[0] : inOrder.at(-1)) ?? null;
}

/** What one key fixes: what the cursor is in, or else the next thing there is a fix for. */
export function fixableFrom(remarks: readonly Remark[], selection: readonly [number, number]): PlacedRemark | null {
  const fixable = remarks.filter(({ fix }) => fix !== null);
  const [start, end] = selection;
  const here = remarkAt(fixable, start);
  if (here && (start === end || isWithin(end, here.span))) return here;
  return nextRemark(fixable, [start, start], 1);
}

export function applied(text: string, { span, text: words }: Fix): string {
  return text.slice(0, span[0]) + words + text.slice(span[1]);
}

const MOST_SHOWN = 48;

/** What will stand there, with a word before and two after: a change is judged by how it reads. */
export function previewOf(text: string, fix: Fix): string {
  const after = applied(text, fix);
  const end = fix.span[0] + fix.text.length;
  const before = /\S+\s*$/u.exec(after.slice(0, fix.span[0]))?.[0] ?? "";
  const rest = /^\S*(?:\s+\S+){0,2}/u.exec(after.slice(end))?.[0] ?? "";
  const from = fix.span[0] - before.length;
  const upto = end + rest.length;
  const shown = after.slice(from, upto).replace(/\s+/gu, " ").trim();
  const cut = shown.length > MOST_SHOWN ? shown.slice(0, MOST_SHOWN).trimEnd() : shown;
  const lead = after.slice(0, from).trim() === "" ? "" : "… ";
  return lead + cut + (cut !== shown || after.slice(upto).trim() !== "" ? " …" : "");
}

function lengthOf({ span }: PlacedRemark): number {
  return span[1] - span[0];
}
