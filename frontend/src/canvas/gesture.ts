/** What a press on the canvas means. Pure: the pointer code only carries out what is decided here. */
import { hitTest, nextBelow, type Handle, type Placed, type Point } from "./geometry";
import { NOTHING, press as pressOn, primary, type Selection } from "./selection";

export type Tool = "select" | "draw";

export interface Scene {
  items: readonly Placed[];
  selection: Selection;
  tool: Tool;
  canEdit: boolean;
  /** The pointer changes no box that is there; drawing another is no change to those. */
  isLocked: boolean;
  /** How near a pointer must come to an edge, in image pixels. */
  tolerance: number;
}

export interface Press {
  point: Point;
  button: number;
  isTouch: boolean;
  wantsPan: boolean;
  /** Shift, Ctrl or Cmd: to what is selected already. */
  adds: boolean;
  handle: Handle | null;
}

export type Drag =
  | { kind: "pan" }
  | { kind: "draw" }
  /** A frame that selects what lies in it. */
  | { kind: "band" }
  | { kind: "move"; ids: readonly string[] }
  | { kind: "resize"; id: string; handle: Handle };

const PAN: Drag = { kind: "pan" };

/**
 * A selected box wins over a smaller one on top of it, so that what was reached by cycling can
 * be moved. A finger moves only what is selected: otherwise it could not pan a crowded image.
 */
export function dragFor(press: Press, scene: Scene): Drag {
  if (press.wantsPan || press.button === 1 || !scene.canEdit) return PAN;
  const chosen = primary(scene.selection);
  if (press.handle && chosen && !scene.isLocked) {
    return { kind: "resize", id: chosen, handle: press.handle };
  }
  if (scene.tool === "draw") return { kind: "draw" };
  // Crowded images have no empty place to begin at, so a frame may begin on a box.
  if (press.adds && !press.isTouch) return { kind: "band" };
  if (scene.isLocked) return PAN;
  const selected = scene.items.filter((item) => scene.selection.includes(item.id));
  if (hitTest(selected, press.point, scene.tolerance)) {
    return { kind: "move", ids: selected.map((item) => item.id) };
  }
  const hit = press.isTouch ? undefined : hitTest(scene.items, press.point, scene.tolerance);
  return hit ? { kind: "move", ids: [hit.id] } : PAN;
}

/** A press without a drag selects: the smallest box, or with `cycles` the next one below. */
export function clickSelection(point: Point, scene: Scene, keys: { adds: boolean; cycles: boolean }): Selection {
  const hit = keys.cycles
    ? nextBelow(scene.items, point, primary(scene.selection), scene.tolerance)
    : hitTest(scene.items, point, scene.tolerance);
  if (!hit) return keys.adds ? scene.selection : NOTHING;
  return pressOn(scene.selection, hit.id, keys.adds);
}
