import { expect, test } from "vitest";
import { addressOf, levelFor, MOST, sightOf, tilesIn, TOLERANCE, type Pyramid } from "./pyramid";
import { numbers } from "./random-for-tests";
import { turnedSize, type Turn } from "./turn";
import { fit, toImage, zoomAt } from "./viewport";

const IMAGE = { width: 8660, height: 5773 };
const ONE: Pyramid = { size: 1024, levels: [IMAGE] };
const WIDE = { width: 30_001, height: 4000 };
const THREE: Pyramid = {
  size: 1024,
  levels: [WIDE, { width: 15_001, height: 2000 }, { width: 7501, height: 1000 }],
};
const SCREEN = { width: 900, height: 700 };

test("from far away the coarsest level serves, close by the original does", () => {
  expect(levelFor(THREE, 0.1)).toBe(2);
  expect(levelFor(THREE, 0.25 * TOLERANCE)).toBe(2);
  expect(levelFor(THREE, 0.4)).toBe(1);
  expect(levelFor(THREE, 0.9)).toBe(0);
  expect(levelFor(THREE, 32)).toBe(0);
  expect(levelFor(ONE, 0.01)).toBe(0);
});

test("the level that is chosen never shows less than the tolerance allows", () => {
  const random = numbers(3);
  for (let round = 0; round < 300; round++) {
    const scale = 0.02 + random() * 4;
    const level = levelFor(THREE, scale);
    if (level > 0) expect(1 / 2 ** level).toBeGreaterThanOrEqual((scale / TOLERANCE) * 0.999999);
  }
});

test("a whole level is covered by its tiles, each pixel once", () => {
  for (const [level, { width, height }] of THREE.levels.entries()) {
    const tiles = tilesIn(THREE, level, { x: 0, y: 0, ...WIDE }, WIDE);
    expect(tiles.length).toBe(Math.min(MOST, Math.ceil(width / 1024) * Math.ceil(height / 1024)));
  }
  const all = tilesIn(ONE, 0, { x: 0, y: 0, ...IMAGE }, IMAGE);
  const area = all.reduce((sum, { box }) => sum + box.width * box.height, 0);
  expect(all.length).toBe(54);
  expect(area).toBe(IMAGE.width * IMAGE.height);
});

test("whatever is on screen has its tile, however the image is turned and zoomed", () => {
  const random = numbers(11);
  for (let round = 0; round < 400; round++) {
    const turn = Math.floor(random() * 4) as Turn;
    const size = turnedSize(IMAGE, turn);
    let view = fit(size, SCREEN);
    for (let turns = 0; turns < 3; turns++) {
      const at = { x: random() * SCREEN.width, y: random() * SCREEN.height };
      view = zoomAt(view, at, 0.5 + random() * 4, size, SCREEN);
    }
    const tiles = tilesIn(ONE, 0, sightOf(view, IMAGE, turn, SCREEN), IMAGE);
    const seen = toImage(view, { x: random() * SCREEN.width, y: random() * SCREEN.height });
    if (seen.x < 0 || seen.y < 0 || seen.x >= size.width || seen.y >= size.height) continue;
    const upright = [
      seen,
      { x: seen.y, y: IMAGE.height - seen.x },
      { x: IMAGE.width - seen.x, y: IMAGE.height - seen.y },
      { x: IMAGE.width - seen.y, y: seen.x },
    ][turn] as { x: number; y: number };
    const has = tiles.some(
      ({ box }) =>
        upright.x >= box.x && upright.x <= box.x + box.width && upright.y >= box.y && upright.y <= box.y + box.height,
    );
    expect(has).toBe(true);
  }
});

test("at 100% a screen takes a handful of tiles and not the whole image", () => {
  const view = { scale: 1, x: -4000, y: -3000 };
  expect(tilesIn(ONE, 0, sightOf(view, IMAGE, 0, SCREEN), IMAGE).length).toBeLessThanOrEqual(6);
});

test("a huge screen takes no more than it may, the middle first", () => {
  const huge: Pyramid = { size: 64, levels: [IMAGE] };
  const tiles = tilesIn(huge, 0, { x: 0, y: 0, ...IMAGE }, IMAGE);
  expect(tiles).toHaveLength(MOST);
  expect(Math.abs((tiles[0]?.box.x ?? 0) + 32 - IMAGE.width / 2)).toBeLessThanOrEqual(64);
});

test("beside the image there are no tiles", () => {
  const view = { scale: 1, x: 5000, y: 0 };
  expect(tilesIn(ONE, 0, sightOf(view, IMAGE, 0, SCREEN), IMAGE)).toEqual([]);
});

test("a tile is asked for by level, column and row", () => {
  const [tile] = tilesIn(ONE, 0, { x: 3000, y: 1100, width: 5, height: 5 }, IMAGE);
  expect(tile && addressOf("/api/v1/images/5/tiles", tile)).toBe("/api/v1/images/5/tiles/0/2/1");
});
