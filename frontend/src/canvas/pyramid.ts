/** Which tiles of a large image are needed for what is on screen. */
import { clamp, type Box, type Point, type Size } from "./geometry";
import { turnedSize, unturnBox, type Turn } from "./turn";
import { toImage, type Viewport } from "./viewport";

/** As the server tells it: level n has the image at 1 / 2ⁿ of its size, in squares. */
export interface Pyramid {
  size: number;
  levels: readonly Size[];
}

/** Where a tile lies in the upright image, in its own pixels. */
export interface Tile {
  level: number;
  column: number;
  row: number;
  box: Box;
}

/** A little blur is not worth four times the pixels. */
export const TOLERANCE = 1.15;
/** Each takes 4 MB once it is decoded; no screen of today needs more. */
export const MOST = 60;
/** So much around the screen is had ready, in screen pixels. */
const MARGIN = 160;

/** The coarsest level that still has a pixel for each pixel of the screen. */
export function levelFor(pyramid: Pyramid, pixelsPerPixel: number): number {
  const wanted = Math.floor(Math.log2(TOLERANCE / pixelsPerPixel));
  return clamp(wanted, 0, pyramid.levels.length - 1);
}

/** The part of the upright image that is on screen, and a margin around it. */
export function sightOf(view: Viewport, image: Size, turn: Turn, screen: Size, margin = MARGIN): Box {
  const turned = turnedSize(image, turn);
  const from = within(toImage(view, { x: -margin, y: -margin }), turned);
  const to = within(toImage(view, { x: screen.width + margin, y: screen.height + margin }), turned);
  return unturnBox({ ...from, width: to.x - from.x, height: to.y - from.y }, image, turn);
}

function within(point: Point, { width, height }: Size): Point {
  return { x: clamp(point.x, 0, width), y: clamp(point.y, 0, height) };
}

/** The tiles of a level that show some of this part of the image, those in its middle first. */
export function tilesIn(pyramid: Pyramid, level: number, sight: Box, image: Size): Tile[] {
  const size = pyramid.levels[level];
  if (!size || sight.width <= 0 || sight.height <= 0) return [];
  const side = pyramid.size * 2 ** level;
  const last = { column: Math.ceil(size.width / pyramid.size) - 1, row: Math.ceil(size.height / pyramid.size) - 1 };
  const visible: Tile[] = [];
  for (let row = first(sight.y, side); row <= Math.min(until(sight.y + sight.height, side), last.row); row++) {
    for (
      let column = first(sight.x, side);
      column <= Math.min(until(sight.x + sight.width, side), last.column);
      column++
    ) {
      visible.push({ level, column, row, box: boxOf(column, row, side, image) });
    }
  }
  return visible.length <= MOST ? visible : nearest(visible, sight).slice(0, MOST);
}

const first = (start: number, side: number) => Math.floor(start / side);
const until = (end: number, side: number) => Math.ceil(end / side) - 1;

function boxOf(column: number, row: number, side: number, image: Size): Box {
  const [x, y] = [column * side, row * side];
  return { x, y, width: Math.min(side, image.width - x), height: Math.min(side, image.height - y) };
}

function nearest(tiles: Tile[], sight: Box): Tile[] {
  const middle = middleOf(sight);
  const away = (tile: Tile) => {
    const { x, y } = middleOf(tile.box);
    return Math.hypot(x - middle.x, y - middle.y);
  };
  return tiles.sort((a, b) => away(a) - away(b));
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

export function addressOf(tiles: string, { level, column, row }: Tile): string {
  return `${tiles}/${String(level)}/${String(column)}/${String(row)}`;
}
