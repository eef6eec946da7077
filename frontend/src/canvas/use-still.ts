import { useEffect, useMemo, useState } from "react";
import type { NumberedShape } from "./box-view";
import type { Selection } from "./selection";

type Shapes = readonly NumberedShape[];

/**
 * What is not selected, as the same list for as long as it would be an equal one: a selected box is
 * moved without drawing all the others anew.
 */
export function useUnselected(shapes: Shapes, selection: Selection): Shapes {
  const [keeper] = useState(() => new Keeper());
  return useMemo(() => {
    const chosen = new Set(selection);
    return keeper.keep(shapes.filter(({ shape }) => !chosen.has(shape.id)));
  }, [shapes, selection, keeper]);
}

class Keeper {
  #last: Shapes = [];

  keep(shapes: Shapes): Shapes {
    if (!areAlike(this.#last, shapes, (a, b) => a.shape === b.shape)) this.#last = shapes;
    return this.#last;
  }
}

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
    some.every((each, index) => {
      const other = others[index];
      return other !== undefined && each.number === other.number && isAlike(each, other);
    })
  );
}
