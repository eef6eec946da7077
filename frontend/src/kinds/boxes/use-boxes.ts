import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Box } from "@/api/types";
import type { Size } from "@/canvas/geometry";
import { only, prune, type Selection } from "@/canvas/selection";
import { CanvasStore, patch, type ChangeEvent } from "@/canvas/store";
import type { Editing } from "@/canvas/use-pointer";
import { grow, nudge, type Arrow } from "./nudge";

export type Boxed = { readonly id: string; readonly box: Box };

/** A wish to put the focus somewhere; the count makes the same wish twice a new one. */
export type FocusWish<F extends string = string> = {
  readonly id: string;
  readonly field: F;
  readonly count: number;
};

type Options<T extends Boxed> = {
  readonly initial: readonly T[];
  readonly image: Size;
  /** What a box drawn by hand begins as. */
  readonly make: (box: Box) => T;
  readonly onChange: (items: readonly T[]) => void;
  readonly onEvent: (event: ChangeEvent<T>) => void;
};

/** Drags report at their end, not at every step: saving 500 boxes sixty times a second helps nobody. */
const isDrag = (group: string | null) => group?.startsWith("drag") ?? false;

/** Things with a box each: their history, what is selected, and all that is done to boxes alone. */
export function useBoxes<T extends Boxed, F extends string>(options: Options<T>, firstField: F) {
  const { initial, image, make, onChange, onEvent } = options;
  const [store] = useState(() => new CanvasStore<T>(initial));
  const items = useSyncExternalStore(store.subscribe, store.snapshot);
  const [chosen, setSelection] = useState<Selection>([]);
  const [wish, setWish] = useState<FocusWish<F> | null>(null);
  const selection = useMemo(
    () => prune(chosen, new Set(items.map((item) => item.id))),
    [chosen, items],
  );
  useStoreEvents(store, onChange, onEvent);

  const open = useCallback((id: string, field: F) => {
    setSelection(only(id));
    setWish((old) => ({ id, field, count: (old?.count ?? 0) + 1 }));
  }, []);
  const actions = useMemo(() => boxActions(store, image, setSelection), [store, image]);
  const [makeItem] = useState(() => make);
  const editing = useMemo(
    () => editingOf(store, makeItem, (id) => open(id, firstField), () => onChange(store.items)),
    [store, makeItem, open, firstField, onChange],
  );
  return { store, items, selection, setSelection, wish, open, editing, ...actions };
}

export type BoxesEditor<T extends Boxed, F extends string> = ReturnType<typeof useBoxes<T, F>>;

function useStoreEvents<T extends Boxed>(
  store: CanvasStore<T>,
  onChange: Options<T>["onChange"],
  onEvent: Options<T>["onEvent"],
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

function boxActions<T extends Boxed>(
  store: CanvasStore<T>,
  image: Size,
  setSelection: (selection: Selection) => void,
) {
  return {
    /** One visit to one field is one step to undo. */
    write: (id: string, change: Partial<T>) =>
      store.edit(
        "write",
        (items) => patch(items, [id], (item) => ({ ...item, ...change })),
        `text ${id} ${Object.keys(change).join()}`,
      ),
    endWriting: () => store.endGesture(),
    remove: (ids: readonly string[]) => {
      const first = store.items.findIndex((item) => ids.includes(item.id));
      const next = store.items.find((item, at) => !ids.includes(item.id) && at >= first);
      store.edit("remove", (items) => items.filter((item) => !ids.includes(item.id)));
      setSelection(next ? only(next.id) : []);
    },
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

function editingOf<T extends Boxed>(
  store: CanvasStore<T>,
  make: (box: Box) => T,
  open: (id: string) => void,
  report: () => void,
): Editing {
  return {
    onDraw: (box: Box) => {
      const drawn = make(box);
      store.edit("draw", (items) => [...items, drawn]);
      open(drawn.id);
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
