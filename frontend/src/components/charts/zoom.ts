import { useState } from "react";

/** The points from one place to another, both included. */
export interface Span {
  first: number;
  last: number;
}

export interface Zoom {
  /** What is drawn of `count` points. */
  span: Span;
  count: number;
  isZoomed: boolean;
  /** What a point is called, such as its day. */
  nameOf: (place: number) => string;
  /** Null shows all. */
  onChange: (span: Span | null) => void;
}

/** Fewer points than these are no line, and need no zoom. */
const FEWEST = 2;
const WORTH_IT = 6;

const lengthOf = ({ first, last }: Span) => last - first + 1;

function around(at: number, length: number, { first, last }: Span): Span {
  const start = Math.max(first, Math.min(at - Math.floor(length / 2), last - length + 1));
  return { first: start, last: start + length - 1 };
}

/** Half as much, around a point; the same where less would be too few. */
export function closer(span: Span, at: number): Span {
  return around(at, Math.min(lengthOf(span), Math.max(FEWEST, Math.ceil(lengthOf(span) / 2))), span);
}

/** Twice as much, around a point; null for all. */
export function wider(span: Span, at: number, count: number): Span | null {
  const length = lengthOf(span) * 2;
  return length >= count ? null : around(at, length, { first: 0, last: count - 1 });
}

/** The span between two places, in whichever order; null where it holds too few points. */
export function between(one: number, other: number): Span | null {
  const span = { first: Math.min(one, other), last: Math.max(one, other) };
  return lengthOf(span) < FEWEST ? null : span;
}

/** What is drawn of so many ordered points; undefined where there are too few to come closer. */
export function useZoom(count: number, nameOf: (place: number) => string): Zoom | undefined {
  const [kept, setKept] = useState<(Span & { of: number }) | null>(null);
  if (count < WORTH_IT) return undefined;
  // Of other figures nobody has asked for a part.
  const span = kept?.of === count ? kept : null;
  return {
    span: span ?? { first: 0, last: count - 1 },
    count,
    isZoomed: span !== null,
    nameOf,
    onChange: (next) => setKept(next && lengthOf(next) < count ? { ...next, of: count } : null),
  };
}

export const zoomed = <Item>(zoom: Zoom | undefined, items: readonly Item[]): Item[] =>
  zoom ? items.slice(zoom.span.first, zoom.span.last + 1) : [...items];
