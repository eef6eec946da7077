import { useEffect, useMemo, useState } from "react";
import type { NumberedShape } from "./box-view";
import type { Selection } from "./selection";

type Shapes = readonly NumberedShape[];

/**
 * What is drawn below what is selected, as the same list for as long as that will do. To select draws
 * nothing anew: the selected box is drawn above its like. Once it moves, it is left out, and the others
 * are not drawn again while it goes on moving.
 */
export function useBelow(shapes: Shapes, selection: Selection): Shapes {
  const [keeper] = useState(() => new Keeper());
  return useMemo(() => keeper.below(shapes, selection), [shapes, selection, keeper]);
}

class Keeper {
  #last: Shapes = [];
  #selection: Selection = [];

  below(shapes: Shapes, selection: Selection): Shapes {
    const isSelecting = selection !== this.#selection;
    this.#selection = selection;
    if (areAlike(this.#last, shapes, isSame)) return this.#last;
    const chosen = new Set(selection);
    const others = shapes.filter(({ shape }) => !chosen.has(shape.id));
    if (!areAlike(this.#last, others, isSame)) this.#last = isSelecting ? shapes : others;
    return this.#last;
  }
}

const isSame = (a: NumberedShape, b: NumberedShape) => a.shape === b.shape;

/** The shapes as they were before boxes began to move or to grow; as they are once that has rested so long. */
export function useRestedShapes(shapes: Shapes, ms: number): Shapes {
  const [rested, setRested] = useState(shapes);
  const isMoving = rested !== shapes && areAlike(rested, shapes, isNamedAlike);
  if (rested !== shapes && !isMoving) setRested(shapes);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setRested(shapes), ms);
    return () => clearTimeout(timer);
  }, [isMoving, shapes, ms]);
  return isMoving ? rested : shapes;
}

const isNamedAlike = (a: NumberedShape, b: NumberedShape) =>
  a.shape === b.shape || (a.shape.id === b.shape.id && a.shape.name === b.shape.name);

/** Lists of the same length in which every pair has the same number and is alike besides. */
function areAlike(some: Shapes, others: Shapes, isAlike: (a: NumberedShape, b: NumberedShape) => boolean): boolean {
  return (
    some.length === others.length &&
    some.every((item, index) => {
      const other = others[index];
      return other !== undefined && item.number === other.number && isAlike(item, other);
    })
  );
}
