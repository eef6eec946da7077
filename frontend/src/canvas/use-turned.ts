import { useMemo } from "react";
import type { Shape } from "./box-view";
import type { Editing } from "./use-pointer";
import type { ViewportControls } from "./use-viewport";

/**
 * The canvas works on the image as it is turned; whoever owns the boxes knows only the upright
 * one. Upright, nothing is made anew: what did not change is not drawn again.
 */
export function useTurned(
  shapes: readonly Shape[],
  editing: Editing | null,
  { turn, toView, fromView }: ViewportControls,
): { shapes: readonly Shape[]; editing: Editing | null } {
  const turned = useMemo(
    () => (turn === 0 ? shapes : shapes.map((shape) => ({ ...shape, box: toView(shape.box) }))),
    // The two conversions follow from the turn and the image.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [shapes, turn],
  );
  if (turn === 0 || editing === null) return { shapes: turned, editing };
  return {
    shapes: turned,
    editing: {
      ...editing,
      onDraw: (box) => editing.onDraw(fromView(box)),
      onBoxes: (boxes, group) => editing.onBoxes(new Map([...boxes].map(([id, box]) => [id, fromView(box)])), group),
    },
  };
}
