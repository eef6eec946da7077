/**
 * Where one step of writing ends and the next begins, so that undo takes back what one thinks of
 * as one act: a run of typing without a pause, a run of deleting, a paste - never a single letter,
 * and never a whole paragraph.
 */

import { editBetween as differenceOf, type Edit } from "./sequences";

/** Long enough to think of the next word, short enough to be noticed as a pause. */
export const PAUSE_MS = 1000;
/** A run this long ends at the next word: about a sentence. */
export const LONG_RUN = 60;

export interface Typed {
  /** Which text, such as `<id> label`. */
  field: string;
  before: string;
  after: string;
  /** In milliseconds, of any clock. */
  at: number;
  /** Where it is known how it came about: letters, however many at once, or a paste and the like. */
  how?: "letters" | "whole";
}

export interface Burst {
  field: string;
  /** Counts up; changes of one number are one step. */
  number: number;
  at: number;
  isDeleting: boolean;
  /** Where the next letter would be expected. */
  caret: number;
  length: number;
  /** A paste, or one word put in the place of another: nothing goes on with it. */
  isWhole: boolean;
}

/** The one place in which two texts differ, in whole signs: two emoji may begin or end with the same unit. */
export function editBetween(before: string, after: string): Edit {
  const edit = differenceOf(before, after);
  const { removed, added } = edit;
  const isLate = isHigh(before, edit.start - 1) || isHigh(after, edit.start - 1);
  const start = isLate ? edit.start - 1 : edit.start;
  const isEarly = isHigh(before, edit.start + removed - 1) || isHigh(after, edit.start + added - 1);
  const more = (isLate ? 1 : 0) + (isEarly ? 1 : 0);
  return { start, removed: removed + more, added: added + more };
}

function isHigh(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at + 1 < text.length && code >= 0xd800 && code < 0xdc00;
}

/** The step that a change belongs to: the last one, or one of its own. */
export function nextBurst(last: Burst | null, typed: Typed): Burst {
  const edit = editBetween(typed.before, typed.after);
  const isDeleting = edit.added === 0;
  const whole = isWhole(typed, edit);
  const goesOn = last !== null && !whole && continues(last, typed, edit);
  return {
    field: typed.field,
    number: goesOn ? last.number : (last?.number ?? 0) + 1,
    at: typed.at,
    isDeleting,
    caret: edit.start + edit.added,
    length: (goesOn ? last.length : 0) + edit.added,
    isWhole: whole,
  };
}

function continues(last: Burst, typed: Typed, edit: Edit): boolean {
  if (last.field !== typed.field || typed.at - last.at > PAUSE_MS) return false;
  if (last.isWhole || last.isDeleting !== (edit.added === 0)) return false;
  if (last.length >= LONG_RUN && /\s/.test(typed.before[edit.start - 1] ?? "")) return false;
  return isNextTo(last.caret, edit, typed);
}

function isWhole({ before, after, how }: Typed, { start, removed, added }: Edit): boolean {
  if (removed > 0 && added > 0) return true;
  if (how !== undefined) return how === "whole";
  return !isOneSign(before.slice(start, start + removed)) || !isOneSign(after.slice(start, start + added));
}

/** Longer than any flag or family, to keep the question cheap. */
const LONGEST_SIGN = 40;
const signs = typeof Intl.Segmenter === "function" ? new Intl.Segmenter() : null;

/** One letter as a reader counts them, or none: an emoji of seven units is one. */
function isOneSign(text: string): boolean {
  if (text.length < 2 || signs === null) return text.length < 2;
  return text.length <= LONGEST_SIGN && signs.segment(text).containing(0)?.segment === text;
}

/**
 * Equal letters in a row leave open which of them was typed: "l" into "al" at either side of the
 * "l" gives the same text. So every place that gives it counts.
 */
function isNextTo(caret: number, { start, removed, added }: Edit, { before, after }: Typed): boolean {
  const text = added > 0 ? after : before;
  const length = added > 0 ? added : removed;
  const from = added > 0 ? caret : Math.min(caret, start + removed) - removed;
  return [from, caret].some(
    (at) => at >= 0 && text.slice(0, at) + text.slice(at + length) === (added > 0 ? before : after),
  );
}

/** Where the cursor belongs after undo has put another text in the field. */
export function caretAfter(before: string, after: string): number {
  const { start, added } = editBetween(before, after);
  return behindSign(after, start + added);
}

/** Never within a letter that is made of several units. */
export function behindSign(text: string, at: number): number {
  const from = Math.max(0, at - LONGEST_SIGN);
  const sign = signs?.segment(text.slice(from, at + LONGEST_SIGN)).containing(at - from);
  return sign && from + sign.index < at ? from + sign.index + sign.segment.length : at;
}
