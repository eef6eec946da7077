import type { NumberedShape } from "./box-view";
import type { PaintedBox } from "./paint";
import type { Selection } from "./selection";
import { raisedLabel, type Labels } from "./use-labels";
import { boxToScreen, type Viewport } from "./viewport";

/** Boxes as they look while nobody points at them. */
export function plainBoxes(shapes: readonly NumberedShape[], labels: Labels, view: Viewport): PaintedBox[] {
  return shapes.map(({ shape, number }) => ({
    number,
    box: boxToScreen(view, shape.box),
    label: labels.get(shape.id) ?? null,
    hasProblem: shape.hasProblem ?? false,
    state: "plain",
  }));
}

export interface Raised {
  selection: Selection;
  hovered: string | null;
  /** What the keyboard is on. */
  focused: string | null;
}

/** The boxes in question above all others, the one pointed at last: nothing may hide them. */
export function raisedBoxes(
  shapes: ReadonlyMap<string, NumberedShape>,
  { selection, hovered, focused }: Raised,
  labels: Labels,
  view: Viewport,
): PaintedBox[] {
  const ids = new Set([...selection, ...(focused === null ? [] : [focused])]);
  if (hovered !== null && !selection.includes(hovered)) ids.add(hovered);
  const chosen = new Set(selection);
  return [...ids].flatMap((id) => {
    const painted = shapes.get(id);
    if (!painted) return [];
    return {
      number: painted.number,
      box: boxToScreen(view, painted.shape.box),
      label: raisedLabel(labels.get(id), painted, id === hovered || chosen.has(id)),
      hasProblem: painted.shape.hasProblem ?? false,
      state: chosen.has(id) ? "selected" : "hovered",
      hasRing: id === focused,
    };
  });
}
