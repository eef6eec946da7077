/**
 * Where one step of writing ends and the next begins, so that undo takes back what one thinks of
 * as one act: a run of typing without a pause, a run of deleting, a paste - never a single letter,
 * and never a whole paragraph.
 */

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

export interface Edit {
  start: number;
  removed: number;
  added: number;
}

/** The one place in which two texts differ. */
export function editBetween(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { start, removed: before.length - start - end, added: after.length - start - end };
}

/** The step that a change belongs to: the last one, or one of its own. */
export function nextBurst(last: Burst | null, typed: Typed): Burst {
  const edit = editBetween(typed.before, typed.after);
  const isDeleting = edit.added === 0;
  const goesOn = last !== null && continues(last, typed, edit);
  return {
    field: typed.field,
    number: goesOn ? last.number : (last?.number ?? 0) + 1,
    at: typed.at,
    isDeleting,
    caret: edit.start + edit.added,
    length: (goesOn ? last.length : 0) + edit.added,
    isWhole: isWhole(edit),
  };
}

function continues(last: Burst, typed: Typed, edit: Edit): boolean {
  if (last.field !== typed.field || typed.at - last.at > PAUSE_MS) return false;
  if (last.isWhole || isWhole(edit) || last.isDeleting !== (edit.added === 0)) return false;
  if (last.length >= LONG_RUN && /\s/.test(typed.before[edit.start - 1] ?? "")) return false;
  return isNextTo(last.caret, edit, typed);
}

function isWhole({ removed, added }: Edit): boolean {
  return removed > 1 || added > 1 || (removed > 0 && added > 0);
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
  return start + added;
}
