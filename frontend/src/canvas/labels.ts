/**
 * Where the labels of boxes stand, so that no number hides behind another. All in screen
 * pixels; places are relative to the top left corner of the label's own box.
 */
import type { Box, Size } from "./geometry";

export type LabelWish = {
  readonly id: string;
  /** The box as it stands on screen. */
  readonly box: Box;
  readonly number: number;
  /** The label as typed; may be empty. */
  readonly name: string;
  /** Whether there is reason to show the name, too, if there is room for it. */
  readonly wantsName: boolean;
  /** Set smaller, where the image matters more than the labels. */
  readonly isSmall: boolean;
};

export type LabelPlace = { readonly dx: number; readonly dy: number; readonly text: string };

type Spot = { readonly dx: number; readonly dy: number };

const GAP = 2;
const MAX_NAME = 28;
/** How far a number may step aside along the edge of its box, in widths of itself. */
const MOST_STEPS = 4;
const SMALL = 10 / 12;

export function labelText(number: number, name: string): string {
  return name ? `${String(number)}  ${shorten(name)}` : String(number);
}

/** The size of a label around a text that is `textWidth` wide in the normal size. */
export function labelSize(textWidth: number, isSmall: boolean): Size {
  return isSmall
    ? { width: Math.ceil(textWidth * SMALL) + 8, height: 15 }
    : { width: textWidth + 14, height: 19 };
}

/**
 * Places labels one after the other; the first ones choose first. Each takes the first free
 * spot: above its box, inside at the top, below it; with its name, and if that fits nowhere
 * with its number alone, which may also step aside. Where all is taken, it stays above.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  screen: Size,
  widthOf: (text: string) => number,
): Map<string, LabelPlace> {
  const taken: Box[] = [];
  const places = new Map<string, LabelPlace>();
  for (const wish of wishes) {
    const place = firstFree(wish, taken, screen, widthOf);
    const size = labelSize(widthOf(place.text), wish.isSmall);
    taken.push(at(wish.box, place, size));
    places.set(wish.id, place);
  }
  return places;
}

function firstFree(
  wish: LabelWish,
  taken: readonly Box[],
  screen: Size,
  widthOf: (text: string) => number,
): LabelPlace {
  const number = labelText(wish.number, "");
  const texts = wish.wantsName && wish.name ? [labelText(wish.number, wish.name), number] : [number];
  for (const text of texts) {
    const size = labelSize(widthOf(text), wish.isSmall);
    const spots = spotsFor(wish.box, size, screen, text === number);
    const free = spots.find((spot) => !isTaken(at(wish.box, spot, size), taken));
    if (free) return { ...free, text };
  }
  const size = labelSize(widthOf(number), wish.isSmall);
  const [usual] = spotsFor(wish.box, size, screen, false);
  return { ...(usual ?? { dx: 0, dy: GAP }), text: number };
}

function spotsFor(box: Box, size: Size, screen: Size, maySteps: boolean): Spot[] {
  const above = -(size.height + GAP);
  const below = box.height + GAP;
  const rows = [
    ...(box.y + above >= 0 ? [above] : []),
    GAP,
    ...(box.y + below + size.height <= screen.height ? [below] : []),
  ];
  const steps = maySteps ? MOST_STEPS : 0;
  return Array.from({ length: steps + 1 }, (_, step) => step * (size.width + GAP)).flatMap((dx) =>
    rows.map((dy) => ({ dx, dy })),
  );
}

function at(box: Box, { dx, dy }: Spot, size: Size): Box {
  return { x: box.x + dx, y: box.y + dy, ...size };
}

function isTaken(label: Box, taken: readonly Box[]): boolean {
  return taken.some((other) => overlap(label, other));
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  );
}

function shorten(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}
