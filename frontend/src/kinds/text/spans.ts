/** Places in a text that is being changed, in UTF-16 units. */
export type Span = readonly [start: number, end: number];

/**
 * Where a place of one text lies in another, if what differs between the two is one stretch beside it;
 * null when the stretch reaches into it. So marks stay where they are while one types elsewhere.
 */
export function movedSpan(span: Span, from: string, to: string): Span | null {
  if (from === to) return span;
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from.charCodeAt(start) === to.charCodeAt(start)) start += 1;
  let same = 0;
  while (same < most - start && from.charCodeAt(from.length - 1 - same) === to.charCodeAt(to.length - 1 - same)) {
    same += 1;
  }
  const by = to.length - from.length;
  const moved: Span = [span[0] + by, span[1] + by];
  const place = span[1] <= start ? span : span[0] >= from.length - same ? moved : null;
  // Letters typed right at its end make another word of what was found.
  return place && joinsAt(to, place) <= joinsAt(from, span) ? place : null;
}

/** At how many of its ends a place goes on within a word. */
function joinsAt(text: string, [start, end]: Span): number {
  return [start, end].filter((at) => isLetter(text.charAt(at - 1)) && isLetter(text.charAt(at))).length;
}

function isLetter(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}

export function isWithin(place: number, [start, end]: Span): boolean {
  return start <= place && place <= end;
}
