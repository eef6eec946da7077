import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BoxStyleStore, USUAL } from "./box-style";
import { paintBoxes, type PaintedBox } from "./paint";

const SELECTED: PaintedBox = {
  number: 1,
  box: { x: 10, y: 10, width: 50, height: 40 },
  label: null,
  hasProblem: false,
  state: "selected",
};

/** Notes how strongly what was filled, and how wide lines were. */
function pen() {
  const fills: number[] = [];
  const widths: number[] = [];
  const state = { globalAlpha: 1, lineWidth: 0, fillStyle: "", strokeStyle: "", font: "" };
  return Object.assign(state, {
    fills,
    widths,
    setTransform: vi.fn(),
    clearRect: vi.fn(),
    setLineDash: vi.fn(),
    fillRect: () => fills.push(state.globalAlpha),
    strokeRect: () => widths.push(state.lineWidth),
  });
}

function painted(store: BoxStyleStore, box: PaintedBox = SELECTED) {
  const drawn = pen();
  const screen = { width: 400, height: 300 };
  paintBoxes(drawn as unknown as CanvasRenderingContext2D, screen, 1, [box], store.drawn());
  return drawn;
}

let leave: () => void = () => undefined;

function opened(): BoxStyleStore {
  const store = new BoxStyleStore();
  leave = store.subscribe(() => undefined);
  return store;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  leave();
  document.body.replaceChildren();
});

test("nothing lies over what a selected box shows, unless one chooses so", () => {
  const store = opened();
  expect(painted(store).fills).toEqual([]);
  store.set("fill", 20);
  expect(painted(store).fills).toEqual([0.2]);
  expect(painted(store, { ...SELECTED, state: "plain" }).fills).toEqual([]);
});

test("no fill that was chosen stays while one writes", () => {
  const store = opened();
  store.set("fill", 20);
  const field = document.createElement("textarea");
  const tick = document.createElement("input");
  tick.type = "checkbox";
  document.body.append(field, tick);
  field.focus();
  expect(painted(store).fills).toEqual([]);
  tick.focus();
  expect(painted(store).fills).toEqual([0.2]);
});

test("the width of frames is that of the slider", () => {
  const store = opened();
  store.set("stroke", 4);
  expect(Math.min(...painted(store, { ...SELECTED, state: "plain" }).widths)).toBe(4);
});

test("what was chosen is kept on this device, within what the sliders offer", () => {
  opened().set("fill", 999);
  expect(new BoxStyleStore().chosen()).toEqual({ ...USUAL, fill: 60 });
  localStorage.setItem("annotate:box-style", '{"fill": "much", "stroke": null}');
  expect(new BoxStyleStore().chosen()).toEqual(USUAL);
  localStorage.setItem("annotate:box-style", "no JSON");
  expect(new BoxStyleStore().chosen()).toEqual(USUAL);
});
