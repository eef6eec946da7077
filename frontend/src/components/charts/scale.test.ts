import { expect, test } from "vitest";
import { digitsOf, scaleOf, shareOf, timeScaleOf } from "./scale";

test("ticks are round numbers and enclose all values", () => {
  expect(scaleOf([3, 97]).ticks).toEqual([0, 20, 40, 60, 80, 100]);
  expect(scaleOf([0.12, 0.31], 4).ticks).toEqual([0.1, 0.15, 0.2, 0.25, 0.3, 0.35]);
});

test("one value, or several equal ones, stand on an axis that has a length", () => {
  for (const values of [[5], [5, 5, 5]]) {
    const scale = scaleOf(values);
    expect(scale.max).toBeGreaterThan(scale.min);
    expect(shareOf(scale, 5)).toBeGreaterThanOrEqual(0);
    expect(shareOf(scale, 5)).toBeLessThanOrEqual(1);
  }
  expect(scaleOf([4]).ticks).toEqual([3, 4, 5]);
  expect(scaleOf([0, 0]).min).toBe(0);
});

test("values below nothing stand below zero", () => {
  const scale = scaleOf([-148, -52], 4);
  expect(scale.min).toBeLessThanOrEqual(-148);
  expect(scale.max).toBeGreaterThanOrEqual(-52);
  expect(shareOf(scale, -148)).toBeLessThan(shareOf(scale, -52));
  expect(scaleOf([-1, 1]).ticks).toContain(0);
});

test("without values there is an axis all the same", () =>
  expect(scaleOf([])).toEqual({ min: 0, max: 1, ticks: [0, 1] }));

test("ticks are written with as many digits as they have", () => {
  expect(digitsOf({ min: 0, max: 0.75, ticks: [0, 0.25, 0.5, 0.75] })).toBe(2);
  expect(digitsOf(scaleOf([0, 100]))).toBe(0);
});

test("an axis of seconds has the round numbers of clocks", () => {
  expect(timeScaleOf([0, 1100], 4).ticks).toEqual([0, 300, 600, 900, 1200]);
  expect(timeScaleOf([20, 40], 4).ticks).toEqual([20, 25, 30, 35, 40]);
  expect(timeScaleOf([0, 30_000], 4).ticks).toEqual([0, 14_400, 28_800, 43_200]);
  // One value alone has an axis all the same, and so have years.
  expect(timeScaleOf([25]).max).toBeGreaterThan(25);
  // In whole seconds: two ticks are never written alike.
  expect(timeScaleOf([0.4]).ticks).toEqual([0, 1]);
  expect(timeScaleOf([0, 9_000_000], 4).max).toBeGreaterThanOrEqual(9_000_000);
});

test("an axis of numbers of things has whole numbers, also where one value is alone", () => {
  expect(scaleOf([1], 4, 1).ticks).toEqual([0, 1, 2]);
  expect(scaleOf([0, 2], 4, 1).ticks).toEqual([0, 1, 2]);
  expect(scaleOf([0, 100], 4, 1).ticks).toEqual([0, 25, 50, 75, 100]);
});
