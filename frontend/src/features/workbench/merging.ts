import { diffWordsWithSpace } from "diff";
import type { Answer } from "@/api/types";

/** A stretch of a text: the same in both versions, or a place where they differ. */
export type Piece = { kind: "same"; text: string } | { kind: "choice"; mine: string; theirs: string };

export type Side = "mine" | "theirs" | "both";

/** Where two versions of a text differ, word by word; neighbouring differences are one place. */
export function piecesOf(mine: string, theirs: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let open: { mine: string; theirs: string } | null = null;
  for (const [part, next] of withNext(diffWordsWithSpace(theirs, mine))) {
    if (part.added || part.removed) {
      open ??= { mine: "", theirs: "" };
      if (part.added) open.mine += part.value;
      else open.theirs += part.value;
      continue;
    }
    // Words that differ one after the other are one place, and a full stop belongs to the words before it.
    const isGap: boolean = open !== null && next !== undefined && part.value.trim() === "";
    const shared: string = isGap ? part.value : open ? (SIGNS.exec(part.value)?.[0] ?? "") : "";
    if (open) open = { mine: open.mine + shared, theirs: open.theirs + shared };
    if (isGap) continue;
    if (open) pieces.push({ kind: "choice", ...open });
    open = null;
    if (part.value.length > shared.length) pieces.push({ kind: "same", text: part.value.slice(shared.length) });
  }
  if (open) pieces.push({ kind: "choice", ...open });
  return pieces;
}

const SIGNS = /^[^\s\p{L}\p{N}]+/u;

function withNext<T>(items: readonly T[]): ReadonlyArray<readonly [T, T | undefined]> {
  return items.map((item, at) => [item, items[at + 1]] as const);
}

/** The text that comes of the choices, one for each place in turn; "mine" where there is none. */
export function joined(pieces: readonly Piece[], sides: readonly Side[]): string {
  let at = 0;
  return pieces
    .map((piece) => {
      if (piece.kind === "same") return piece.text;
      const side = sides[at++] ?? "mine";
      if (side === "both") return both(piece.theirs, piece.mine);
      return piece[side];
    })
    .join("");
}

/** Two wordings one after the other, with a space between words that would run together. */
function both(first: string, second: string): string {
  const isClear = first === "" || second === "" || /\s$/.test(first) || /^[\s.,;:!?]/.test(second);
  return isClear ? first + second : `${first} ${second}`;
}

/** The text of an answer that consists of nothing else; null for other kinds of answers. */
export function onlyText(answer: Answer): string | null {
  const keys = Object.keys(answer);
  const { text } = answer as { text?: unknown };
  return keys.length === 1 && typeof text === "string" ? text : null;
}

interface Thing {
  id: string;
}

/**
 * Both versions of a list of objects: mine in my order, and behind them what only the other has.
 * Null for answers that are no such list.
 */
export function union(mine: Answer, theirs: Answer): Answer | null {
  const [ours, others] = [thingsOf(mine), thingsOf(theirs)];
  if (ours === null || others === null) return null;
  const known = new Set(ours.map(({ id }) => id));
  return { ...mine, objects: [...ours, ...others.filter(({ id }) => !known.has(id))] } as Answer;
}

function thingsOf(answer: Answer): readonly Thing[] | null {
  const { objects } = answer as { objects?: unknown };
  if (!Array.isArray(objects)) return null;
  const things = objects as readonly unknown[];
  const areThings = things.every((thing) => typeof (thing as Partial<Thing> | null)?.id === "string");
  return areThings ? (things as readonly Thing[]) : null;
}
