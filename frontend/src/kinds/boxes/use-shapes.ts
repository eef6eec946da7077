import { useMemo, useState } from "react";
import type { Shape } from "@/canvas/box-view";
import type { Boxed } from "@/canvas/store";

/**
 * What the canvas draws of the items. A shape keeps its identity while nothing it shows changes, so
 * that typing draws no box again; `nameOf` and `withProblem` must keep theirs for that.
 */
export function useShapes<T extends Boxed>(
  items: readonly T[],
  nameOf: (item: T) => string,
  withProblem: ReadonlySet<string>,
  looks?: { isAsked: boolean; unread: ReadonlySet<string> },
): Shape[] {
  const [cache] = useState(() => new ShapeCache());
  const unread = looks?.isAsked ? looks.unread : undefined;
  return useMemo(
    () =>
      cache.all(
        items.map((item) => cache.of(item, nameOf(item), withProblem.has(item.id), unread && !unread.has(item.id))),
      ),
    [items, nameOf, withProblem, unread, cache],
  );
}

/** Gives out the same shape, and the same list of shapes, as long as they would be equal. */
export class ShapeCache {
  readonly #known = new Map<string, Shape>();
  #last: Shape[] = [];

  of({ id, box }: Boxed, name: string, hasProblem: boolean, isLooked?: boolean): Shape {
    const known = this.#known.get(id);
    const isSame = known?.name === name && known.hasProblem === hasProblem && known.isLooked === isLooked;
    if (isSame && known.box === box) return known;
    const shape = { id, box, name, hasProblem, isLooked };
    this.#known.set(id, shape);
    return shape;
  }

  all(shapes: Shape[]): Shape[] {
    const last = this.#last;
    const isSame = shapes.length === last.length && shapes.every((shape, index) => shape === last[index]);
    if (!isSame) this.#last = shapes;
    return this.#last;
  }
}
