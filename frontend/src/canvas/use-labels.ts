import { useEffect, useMemo, useState } from "react";
import type { NumberedShape } from "./box-view";
import type { Size } from "./geometry";
import { labelText, placeLabels, type LabelPlace, type LabelWish } from "./labels";
import type { Selection } from "./selection";
import { widthOfText } from "./text-width";
import { useRestedShapes } from "./use-still";
import type { Seen } from "./view-store";
import { boxToScreen, type Viewport } from "./viewport";

export type Label = LabelPlace & { isSmall: boolean };
export type Labels = ReadonlyMap<string, Label>;

const NARROW_PX = 64;
/** With more boxes than this the names would cover the image: numbers do, the name comes with a touch. */
const CROWD = 18;
/** So long view and boxes must rest before labels look for places anew: they must not dance while one zooms or drags. */
const REST_MS = 120;

/**
 * What is selected chooses its place first, as its name is always shown, but not while one goes from
 * box to box; pointing moves nothing.
 */
export function useLabels(
  shapes: readonly NumberedShape[],
  selection: Selection,
  { view, screen }: Seen,
  isQuiet: boolean,
): Labels {
  const restedView = useRested(view, REST_MS);
  const restedShapes = useRestedShapes(shapes, REST_MS);
  const chosen = useRested(selection, REST_MS);
  return useMemo(
    () => labelsFor(restedShapes, chosen, restedView, screen, isQuiet),
    [restedShapes, chosen, restedView, screen, isQuiet],
  );
}

export function labelsFor(
  shapes: readonly NumberedShape[],
  selection: Selection,
  view: Viewport,
  screen: Size,
  isQuiet: boolean,
): Labels {
  const chosen = new Set(selection);
  const isCrowded = shapes.length > CROWD;
  const wishes = shapes.map(({ shape, number }): LabelWish => {
    const isSelected = chosen.has(shape.id);
    const box = boxToScreen(view, shape.box);
    const hasRoom = !isQuiet && !isCrowded && box.width >= NARROW_PX;
    const { id, name, isLooked } = shape;
    return { id, box, number, name, isLooked, wantsName: isSelected || hasRoom, isSmall: isQuiet && !isSelected };
  });
  const first = wishes.filter(({ id }) => chosen.has(id));
  const ordered = [...first, ...wishes.filter(({ id }) => !chosen.has(id))];
  const places = placeLabels(ordered, screen, widthOfText);
  return new Map(
    ordered.flatMap(({ id, isSmall }) => {
      const place = places.get(id);
      return place ? [[id, { ...place, isSmall }] as const] : [];
    }),
  );
}

/** What is pointed at or selected shows its name in full size, whatever it covers for the moment. */
export function raisedLabel(label: Label | undefined, { shape, number }: NumberedShape, hasName: boolean): Label {
  const text = hasName || !label ? labelText(number, shape.name, shape.isLooked) : label.text;
  return { dx: label?.dx ?? 0, dy: label?.dy ?? 2, text, textWidth: widthOfText(text), isSmall: false };
}

function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (value === rested) return;
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, rested, ms]);
  return rested;
}
