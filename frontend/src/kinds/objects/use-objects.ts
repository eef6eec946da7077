import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Box, ObjectAnswer } from "@/api/types";
import type { Size } from "@/canvas/geometry";
import { only, prune, type Selection } from "@/canvas/selection";
import { CanvasStore, moveItem, patch, type ChangeEvent } from "@/canvas/store";
import type { Editing } from "@/canvas/use-pointer";
import * as model from "./model";
import { grow, nudge, type Arrow } from "./nudge";

export type Field = "label" | "description" | "box";
/** A wish to put the focus somewhere; the count makes the same wish twice a new one. */
export type FocusWish = { readonly id: string; readonly field: Field; readonly count: number };

export type ObjectsEditor = ReturnType<typeof useObjects>;

type Options = {
  readonly initial: readonly ObjectAnswer[];
  readonly image: Size;
  readonly onChange: (items: readonly ObjectAnswer[]) => void;
  readonly onEvent: (event: ChangeEvent<ObjectAnswer>) => void;
};

/** Drags report at their end, not at every step: saving 500 objects sixty times a second helps nobody. */
const isDrag = (group: string | null) => group?.startsWith("drag") ?? false;

export function useObjects({ initial, image, onChange, onEvent }: Options) {
  const [store] = useState(() => new CanvasStore<ObjectAnswer>(initial));
  const items = useSyncExternalStore(store.subscribe, store.snapshot);
  const [chosen, setSelection] = useState<Selection>([]);
  const [wish, setWish] = useState<FocusWish | null>(null);
  const selection = useMemo(
    () => prune(chosen, new Set(items.map((item) => item.id))),
    [chosen, items],
  );
  useStoreEvents(store, onChange, onEvent);

  const askFocus = useCallback(
    (id: string, field: Field) => setWish((old) => ({ id, field, count: (old?.count ?? 0) + 1 })),
    [],
  );
  const open = useCallback(
    (id: string, field: Field) => {
      setSelection(only(id));
      askFocus(id, field);
    },
    [askFocus],
  );
  const actions = useMemo(
    () => objectActions(store, image, setSelection, open),
    [store, image, open],
  );
  const editing = useMemo(
    () => editingOf(store, open, () => onChange(store.items)),
    [store, open, onChange],
  );
  return { store, items, selection, setSelection, wish, open, editing, ...actions };
}

function useStoreEvents(
  store: CanvasStore<ObjectAnswer>,
  onChange: Options["onChange"],
  onEvent: Options["onEvent"],
): void {
  const latest = useRef({ onChange, onEvent });
  useEffect(() => {
    latest.current = { onChange, onEvent };
  });
  useEffect(
    () =>
      store.subscribe((event) => {
        if (event.origin === "remote") return;
        if (!isDrag(event.group)) latest.current.onChange(event.items);
        latest.current.onEvent(event);
      }),
    [store],
  );
}

function objectActions(
  store: CanvasStore<ObjectAnswer>,
  image: Size,
  setSelection: (selection: Selection) => void,
  open: (id: string, field: Field) => void,
) {
  return {
    write: (id: string, change: Partial<Pick<ObjectAnswer, "label" | "description">>) =>
      store.edit(
        "write",
        (items) => patch(items, [id], (item) => ({ ...item, ...change })),
        `text ${id} ${Object.keys(change).join()}`,
      ),
    endWriting: () => store.endGesture(),
    remove: (ids: readonly string[]) => {
      const next = store.items.find((item, at) => !ids.includes(item.id) && at >= firstIndex(store, ids));
      store.edit("remove", (items) => model.remove(items, ids));
      setSelection(next ? only(next.id) : []);
    },
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
    move: (id: string, to: number) => store.edit("order", (items) => moveItem(items, id, to)),
    nudge: (ids: readonly string[], arrow: Arrow, pixels: number) =>
      store.edit(
        "move",
        (items) => patch(items, ids, (item) => ({ ...item, box: nudge(item.box, arrow, pixels, image) })),
        `nudge ${ids.join()}`,
      ),
    grow: (ids: readonly string[], arrow: Arrow, pixels: number) =>
      store.edit(
        "resize",
        (items) => patch(items, ids, (item) => ({ ...item, box: grow(item.box, arrow, pixels, image) })),
        `grow ${ids.join()}`,
      ),
  };
}

function firstIndex(store: CanvasStore<ObjectAnswer>, ids: readonly string[]): number {
  return store.items.findIndex((item) => ids.includes(item.id));
}

function editingOf(
  store: CanvasStore<ObjectAnswer>,
  open: (id: string, field: Field) => void,
  report: () => void,
): Editing {
  return {
    onDraw: (box: Box) => {
      const drawn = model.newObject(box);
      store.edit("draw", (items) => [...items, drawn]);
      open(drawn.id, "label");
    },
    onBoxes: (boxes, group) =>
      store.edit(
        "move",
        (items) =>
          patch(items, [...boxes.keys()], (item) => ({ ...item, box: boxes.get(item.id) ?? item.box })),
        group,
      ),
    onDragEnd: () => {
      store.endGesture();
      report();
    },
    onDragCancel: (group) => {
      store.cancelGesture(group);
      report();
    },
  };
}

