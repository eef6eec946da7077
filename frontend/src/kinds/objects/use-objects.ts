import { useMemo } from "react";
import type { ObjectAnswer } from "@/api/types";
import type { Size } from "@/canvas/geometry";
import { moveItem, type ChangeEvent } from "@/canvas/store";
import { duplicate } from "../boxes/duplicate";
import { useBoxes, type FocusWish as Wish } from "../boxes/use-boxes";
import * as model from "./model";

export type Field = "label" | "description";
export type FocusWish = Wish<Field>;

export type ObjectsEditor = ReturnType<typeof useObjects>;

interface Options {
  initial: readonly ObjectAnswer[];
  image: Size;
  onChange: (items: readonly ObjectAnswer[]) => void;
  onEvent: (event: ChangeEvent<ObjectAnswer>) => void;
}

/** Boxes with words: they can also be merged, split, doubled and put in order. */
export function useObjects(options: Options) {
  const { image } = options;
  const boxes = useBoxes<ObjectAnswer, Field>({ ...options, make: model.newObject }, FIELDS);
  const { store, open, setSelection, focusBox } = boxes;
  const own = useMemo(
    () => ({
      merge: (ids: readonly string[]) => {
        const result = model.merge(store.items, ids);
        if (!result) return;
        store.edit("merge", () => result.items);
        open(result.merged.id, "label");
      },
      split: (id: string) => {
        const result = model.split(store.items, id);
        if (!result) return;
        store.edit("split", () => result.items);
        open(result.twin.id, "label");
      },
      /** The twins are selected, ready to be moved by the arrow keys or dragged. */
      duplicate: (ids: readonly string[]) => {
        const { items, twins } = duplicate(store.items, ids, (item) => model.twinOf(item, image));
        store.edit("duplicate", () => items);
        setSelection(twins.map((twin) => twin.id));
        const last = twins[twins.length - 1];
        if (last) focusBox(last.id);
      },
      move: (id: string, to: number) => store.edit("order", (items) => moveItem(items, id, to), `order ${id}`),
    }),
    [store, open, setSelection, focusBox, image],
  );
  return { ...boxes, ...own };
}

const FIELDS = ["label", "description"] as const;
