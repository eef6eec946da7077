import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NumberedShape } from "./box-view";
import { useRestedShapes, useBelow } from "./use-still";

const box = { x: 0, y: 0, width: 10, height: 10 };
const numbered = (id: string, number: number, x = 0, name = id): NumberedShape => ({
  number,
  shape: { id, name, box: { ...box, x } },
});
const cat = numbered("cat", 1);
const bowl = numbered("bowl", 2);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const below = (shapes: NumberedShape[], chosen: string[] = []) =>
  renderHook((input: { shapes: NumberedShape[]; chosen: string[] }) => useBelow(input.shapes, input.chosen), {
    initialProps: { shapes, chosen },
  });

test("selecting changes nothing of what lies below", () => {
  const { result, rerender } = below([cat, bowl]);
  const before = result.current;
  rerender({ shapes: [cat, bowl], chosen: ["cat"] });
  rerender({ shapes: [{ ...cat }, bowl], chosen: ["bowl"] });
  expect(result.current).toBe(before);
});

test("a selected box that moves is left out of what lies below, and that stays the same while it moves", () => {
  const chosen = ["cat"];
  const { result, rerender } = below([cat, bowl], chosen);
  rerender({ shapes: [numbered("cat", 1, 5), bowl], chosen });
  const before = result.current;
  expect(before).toEqual([bowl]);
  rerender({ shapes: [numbered("cat", 1, 6), { ...bowl }], chosen });
  expect(result.current).toBe(before);
});

test("what has moved lies below again once something else is selected", () => {
  const { result, rerender } = below([cat, bowl], ["cat"]);
  const moved = numbered("cat", 1, 5);
  rerender({ shapes: [moved, bowl], chosen: ["cat"] });
  rerender({ shapes: [moved, bowl], chosen: ["bowl"] });
  expect(result.current).toEqual([moved, bowl]);
});

test("a box that is not selected and moves is where it is now", () => {
  const { result, rerender } = below([cat, bowl], ["cat"]);
  rerender({ shapes: [cat, numbered("bowl", 2, 5)], chosen: ["cat"] });
  expect(result.current).toContainEqual(numbered("bowl", 2, 5));
});

test("a new number of a box makes a new list", () => {
  const { result, rerender } = below([cat, bowl]);
  rerender({ shapes: [bowl, cat].map(({ shape }, at) => ({ shape, number: at + 1 })), chosen: [] });
  expect(result.current.map(({ shape, number }) => [shape.id, number])).toEqual([
    ["bowl", 1],
    ["cat", 2],
  ]);
});

test("boxes that move are as they were until they rest", () => {
  const { result, rerender } = renderHook(({ shapes }) => useRestedShapes(shapes, 100), {
    initialProps: { shapes: [cat, bowl] },
  });
  const before = result.current;
  const moved = [numbered("cat", 1, 5), bowl];
  rerender({ shapes: moved });
  act(() => void vi.advanceTimersByTime(60));
  expect(result.current).toBe(before);
  const further = [numbered("cat", 1, 9), bowl];
  rerender({ shapes: further });
  act(() => void vi.advanceTimersByTime(60));
  expect(result.current).toBe(before);
  act(() => void vi.advanceTimersByTime(60));
  expect(result.current).toBe(further);
});

test.each([
  ["another name", [numbered("cat", 1, 0, "tiger"), bowl]],
  ["one more box", [cat, bowl, numbered("mat", 3)]],
  ["one box less", [cat]],
])("%s is taken over at once", (_, shapes) => {
  const { result, rerender } = renderHook((props) => useRestedShapes(props.shapes, 100), {
    initialProps: { shapes: [cat, bowl] },
  });
  rerender({ shapes });
  expect(result.current).toBe(shapes);
});
