import { describe, expect, it } from "vitest";
import { clickSelection, dragFor, type Press, type Scene } from "./gesture";

const scene: Scene = {
  items: [
    { id: "room", box: { x: 0, y: 0, width: 500, height: 400 } },
    { id: "cup", box: { x: 100, y: 100, width: 50, height: 50 } },
  ],
  selection: [],
  tool: "select",
  canEdit: true,
  isLocked: false,
  tolerance: 0,
};
const press: Press = {
  point: { x: 120, y: 120 },
  button: 0,
  isTouch: false,
  wantsPan: false,
  adds: false,
  handle: null,
};
const outside = { x: 700, y: 10 };

describe("what a drag does", () => {
  it("draws anywhere with the draw tool, inside other boxes too", () => {
    const drawing: Scene = { ...scene, tool: "draw", selection: ["cup"] };
    expect(dragFor(press, drawing)).toEqual({ kind: "draw" });
    expect(dragFor({ ...press, point: outside }, drawing)).toEqual({ kind: "draw" });
  });

  it("moves the smallest box under a mouse", () =>
    expect(dragFor(press, scene)).toEqual({ kind: "move", ids: ["cup"] }));

  it("moves the selected box even below a smaller one, and all that are selected", () => {
    expect(dragFor(press, { ...scene, selection: ["room"] })).toEqual({ kind: "move", ids: ["room"] });
    const both = dragFor(press, { ...scene, selection: ["cup", "room"] });
    expect(both).toEqual({ kind: "move", ids: ["room", "cup"] });
  });

  it("pans with a finger unless the box under it is selected", () => {
    const touch = { ...press, isTouch: true };
    expect(dragFor(touch, scene).kind).toBe("pan");
    expect(dragFor(touch, { ...scene, selection: ["cup"] }).kind).toBe("move");
  });

  it("resizes by a handle of the box selected last, whatever the tool", () => {
    const grip: Press = { ...press, handle: "se" };
    const expected = { kind: "resize", id: "cup", handle: "se" };
    expect(dragFor(grip, { ...scene, selection: ["cup"] })).toEqual(expected);
    expect(dragFor(grip, { ...scene, selection: ["cup"], tool: "draw" })).toEqual(expected);
  });

  it("pans with the middle button, with space, beside every box, and where nothing may be edited", () => {
    expect(dragFor({ ...press, button: 1 }, scene).kind).toBe("pan");
    expect(dragFor({ ...press, wantsPan: true }, scene).kind).toBe("pan");
    expect(dragFor({ ...press, point: outside }, scene).kind).toBe("pan");
    expect(dragFor(press, { ...scene, tool: "draw", canEdit: false }).kind).toBe("pan");
  });
});

describe("what a click selects", () => {
  const plain = { adds: false, cycles: false };

  it("selects the smallest box, and nothing beside the boxes", () => {
    expect(clickSelection(press.point, scene, plain)).toEqual(["cup"]);
    expect(clickSelection(outside, { ...scene, selection: ["cup"] }, plain)).toEqual([]);
  });

  it("goes one box deeper with the cycling key", () => {
    const cycling = { adds: false, cycles: true };
    expect(clickSelection(press.point, { ...scene, selection: ["cup"] }, cycling)).toEqual(["room"]);
    expect(clickSelection(press.point, { ...scene, selection: ["room"] }, cycling)).toEqual(["cup"]);
  });

  it("adds, and keeps the selection when an adding click misses", () => {
    const adding = { adds: true, cycles: false };
    expect(clickSelection({ x: 10, y: 10 }, { ...scene, selection: ["cup"] }, adding)).toEqual(["cup", "room"]);
    expect(clickSelection(outside, { ...scene, selection: ["cup"] }, adding)).toEqual(["cup"]);
  });
});
