import { useMemo } from "react";
import type { Box } from "@/api/types";
import type { Size } from "@/canvas/geometry";
import { moveItem, type Boxed, type ChangeEvent } from "@/canvas/store";
import { duplicate } from "./duplicate";
import { useBoxes } from "./use-boxes";

interface Options<T, F extends string> {
  initial: readonly T[];
  image: Size;
  onChange: (items: readonly T[]) => void;
  onEvent: (event: ChangeEvent<T & Boxed>) => void;
  /** Of which the history is kept on this device. */
  task?: number;
  /** The field that holds its long text itself; see `useItems`. */
  resting?: F;
}

/** How items of one sort begin, come together and come apart; the same functions for ever. */
export interface ItemOperations<T> {
  make: (box: Box) => T;
  merge: (items: readonly T[], ids: readonly string[]) => { items: readonly T[]; merged: T } | null;
  split: (items: readonly T[], id: string) => { items: readonly T[]; twin: T } | null;
  twinOf: (item: T, image: Size) => T;
}

export type BoxEditor<T extends Boxed, F extends string> = ReturnType<typeof useBoxEditor<T, F>>;

/** Boxes with words: they can also be merged, split, doubled and put in order. New ones open at the first field. */
export function useBoxEditor<T extends Boxed, F extends string>(
  options: Options<T, F>,
  fields: readonly [F, ...F[]],
  operations: ItemOperations<T>,
) {
  const { image } = options;
  const boxes = useBoxes<T, F>({ ...options, make: operations.make }, fields);
  const { store, open, setSelection, focusBox } = boxes;
  const [firstField] = fields;
  const own = useMemo(
    () => ({
      merge: (ids: readonly string[]) => {
        const result = operations.merge(store.items, ids);
        if (!result) return;
        store.edit("merge", () => result.items);
        open(result.merged.id, firstField);
      },
      split: (id: string) => {
        const result = operations.split(store.items, id);
        if (!result) return;
        store.edit("split", () => result.items);
        open(result.twin.id, firstField);
      },
      /** The twins are selected, ready to be moved by the arrow keys or dragged. */
      duplicate: (ids: readonly string[]) => {
        const { items, twins } = duplicate(store.items, ids, (item) => operations.twinOf(item, image));
        store.edit("duplicate", () => items);
        setSelection(twins.map((twin) => twin.id));
        const last = twins[twins.length - 1];
        if (last) focusBox(last.id);
      },
      move: (id: string, to: number) => store.edit("order", (items) => moveItem(items, id, to), `order ${id}`),
    }),
    [store, open, setSelection, focusBox, image, firstField, operations],
  );
  return { ...boxes, ...own };
}
