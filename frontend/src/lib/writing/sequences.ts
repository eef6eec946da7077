/** Where two sequences differ: so many at this place were taken out, and so many put in. */
export interface Edit {
  start: number;
  removed: number;
  added: number;
}

/** The one place in which two texts, or two lists, differ. */
export function editBetween(before: ArrayLike<unknown>, after: ArrayLike<unknown>): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { start, removed: before.length - start - end, added: after.length - start - end };
}
