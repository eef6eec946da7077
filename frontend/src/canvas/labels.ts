/**
 * Where the labels of boxes stand, so that no number hides behind another. All in screen
 * pixels; places are relative to the top left corner of the label's own box.
 */
import type { Box, Size } from "./geometry";

export interface LabelWish {
  id: string;
  /** The box as it stands on screen. */
  box: Box;
  number: number;
  /** The label as typed; may be empty. */
  name: string;
  /** Looked at, of what came with the task. */
  isLooked?: boolean | undefined;
  /** Whether there is reason to show the name, too, if there is room for it. */
  wantsName: boolean;
  /** Set smaller, where the image matters more than the labels. */
  isSmall: boolean;
}

export interface LabelPlace {
  dx: number;
  dy: number;
  text: string;
  /** In the normal size. */
  textWidth: number;
}

interface Spot {
  dx: number;
  dy: number;
}

const GAP = 2;
const MAX_NAME = 28;
/** How far a number may step aside along the edge of its box, in widths of itself. */
const MOST_STEPS = 4;
const SMALL = 10 / 12;

/** A tick beside the number of what was looked at. */
export function labelText(number: number, name: string, isLooked = false): string {
  const mark = isLooked ? `${String(number)} ✓` : String(number);
  return name ? `${mark}  ${shorten(name)}` : mark;
}

/** The size of a label around a text that is `textWidth` wide in the normal size. */
export function labelSize(textWidth: number, isSmall: boolean): Size {
  return isSmall ? { width: Math.ceil(textWidth * SMALL) + 8, height: 15 } : { width: textWidth + 14, height: 19 };
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
  const taken = new Taken();
  const places = new Map<string, LabelPlace>();
  for (const wish of wishes) {
    const place = firstFree(wish, taken, screen, widthOf);
    taken.add(at(wish.box, place, labelSize(place.textWidth, wish.isSmall)));
    places.set(wish.id, place);
  }
  return places;
}

function firstFree(wish: LabelWish, taken: Taken, screen: Size, widthOf: (text: string) => number): LabelPlace {
  const number = labelText(wish.number, "", wish.isLooked);
  const texts = wish.wantsName && wish.name ? [labelText(wish.number, wish.name, wish.isLooked), number] : [number];
  for (const text of texts) {
    const textWidth = widthOf(text);
    const size = labelSize(textWidth, wish.isSmall);
    const spots = spotsFor(wish.box, size, screen, text === number);
    const free = spots.find((spot) => !taken.isTaken(at(wish.box, spot, size)));
    if (free) return { ...free, text, textWidth };
  }
  const textWidth = widthOf(number);
  const [usual] = spotsFor(wish.box, labelSize(textWidth, wish.isSmall), screen, false);
  return { ...(usual ?? { dx: 0, dy: GAP }), text: number, textWidth };
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

/** A little wider than most numbers, so that a label lies in few cells. */
const CELL = 48;

/** What is taken already, by cells: each label is compared with its neighbours, not with all. */
class Taken {
  readonly #cells = new Map<string, Box[]>();

  add(label: Box): void {
    for (const key of cellsOf(label)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(label);
      else this.#cells.set(key, [label]);
    }
  }

  isTaken(label: Box): boolean {
    return cellsOf(label).some((key) => this.#cells.get(key)?.some((other) => overlap(label, other)));
  }
}

function cellsOf({ x, y, width, height }: Box): string[] {
  const keys: string[] = [];
  for (let column = Math.floor(x / CELL); column * CELL < x + width; column += 1) {
    for (let row = Math.floor(y / CELL); row * CELL < y + height; row += 1) {
      keys.push(`${String(column)} ${String(row)}`);
    }
  }
  return keys;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function shorten(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}
