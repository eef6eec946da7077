import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Box } from "@/api/types";
import { clipBox, type Size } from "@/canvas/geometry";
import { only, prune, type Selection } from "@/canvas/selection";
import { CanvasStore, patch, type Boxed, type ChangeEvent } from "@/canvas/store";
import type { Editing } from "@/canvas/use-pointer";
import { keepHistory, keptHistory } from "@/lib/safe-work";
import { nextBurst, type Burst } from "@/lib/writing/bursts";
import { grow, nudge, type Arrow } from "./nudge";
import { shiftItems } from "./order";
import { writingGroup } from "./take-back";
import { useFocusOfBoxes } from "./use-focus-of-boxes";
import { useItems } from "./use-items";
import { useRevealing } from "./use-revealing";

/** A wish to put the focus somewhere; the count makes the same wish twice a new one. */
export interface FocusWish<F extends string = string> {
  id: string;
  field: F;
  count: number;
}

interface Options<T extends Boxed, F extends string> {
  initial: readonly T[];
  image: Size;
  /** What a box drawn by hand begins as. */
  make: (box: Box) => T;
  onChange: (items: readonly T[]) => void;
  onEvent: (event: ChangeEvent<T>) => void;
  /** Of which the history is kept on this device. */
  task?: number | undefined;
  /** The field whose long text is drawn only when it comes to rest; it holds its text itself. */
  resting?: F | undefined;
}

/** In which the history of boxes is kept, beside those of single texts. */
const PART = "boxes";

function storeOf<T extends Boxed>(initial: readonly T[], task: number | undefined): CanvasStore<T> {
  const store = new CanvasStore<T>(initial);
  if (task !== undefined) store.restore(keptHistory(String(task), PART));
  return store;
}

/** Drags report at their end, not at every step: saving 500 boxes sixty times a second helps nobody. */
const isDrag = (group: string | null) => group?.startsWith("drag") ?? false;

/** Things with a box each: their history, what is selected, and all that is done to boxes alone. */
export function useBoxes<T extends Boxed, F extends string>(options: Options<T, F>, fields: readonly [F, ...F[]]) {
  const { initial, image, make, onChange, onEvent } = options;
  const [store] = useState(() => storeOf(initial, options.task));
  const items = useItems(store, options.resting);
  const [chosen, setSelection] = useState<Selection>([]);
  const [wish, setWish] = useState<FocusWish<F> | null>(null);
  const selection = useMemo(() => prune(chosen, new Set(items.map((item) => item.id))), [chosen, items]);
  useStoreEvents(store, onChange, onEvent, options.task);

  const open = useCallback((id: string, field: F) => {
    setSelection(only(id));
    setWish((old) => ({ id, field, count: (old?.count ?? 0) + 1 }));
  }, []);
  const focusBox = useFocusOfBoxes(store, items, selection);
  useRevealing(store, fields, open, setSelection);
  const actions = useMemo(() => boxActions(store, image, setSelection), [store, image]);
  const [makeItem] = useState(() => make);
  const [firstField] = fields;
  const editing = useMemo(
    () =>
      editingOf(
        store,
        makeItem,
        (id) => open(id, firstField),
        () => onChange(store.items),
      ),
    [store, makeItem, open, firstField, onChange],
  );
  return { store, items, selection, setSelection, wish, open, focusBox, editing, ...actions };
}

export type BoxesEditor<T extends Boxed, F extends string> = ReturnType<typeof useBoxes<T, F>>;

function useStoreEvents<T extends Boxed>(
  store: CanvasStore<T>,
  onChange: Options<T, string>["onChange"],
  onEvent: Options<T, string>["onEvent"],
  task: number | undefined,
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
        if (task !== undefined) keepHistory(String(task), PART, (room) => store.kept(room));
      }),
    [store, task],
  );
}

function boxActions<T extends Boxed>(store: CanvasStore<T>, image: Size, setSelection: (selection: Selection) => void) {
  const onBoxes = (label: string, group: string, ids: readonly string[], change: (box: Box) => Box) =>
    store.edit(label, (items) => patch(items, ids, (item) => ({ ...item, box: change(item.box) })), group);
  return {
    ...writing(store),
    remove: (ids: readonly string[]) => {
      const first = store.items.findIndex((item) => ids.includes(item.id));
      const stay = store.items.filter((item) => !ids.includes(item.id));
      // The one that moves up into its place, or the last one.
      const next = stay[Math.min(Math.max(first, 0), stay.length - 1)];
      store.edit("remove", (items) => items.filter((item) => !ids.includes(item.id)));
      setSelection(next ? only(next.id) : []);
    },
    nudge: (ids: readonly string[], arrow: Arrow, pixels: number) =>
      onBoxes("move", `nudge ${ids.join()}`, ids, (box) => nudge(box, arrow, pixels, image)),
    grow: (ids: readonly string[], arrow: Arrow, pixels: number) =>
      onBoxes("resize", `grow ${ids.join()}`, ids, (box) => grow(box, arrow, pixels, image)),
    /** Puts a box where numbers say; it stays inside the image. */
    place: (id: string, box: Box) => onBoxes("resize", `place ${id}`, [id], () => clipBox(box, image)),
    /** Earlier or later in the list, all of them as a block. */
    shift: (ids: readonly string[], by: 1 | -1) =>
      store.edit("order", (items) => shiftItems(items, ids, by), `order ${ids.join()}`),
  };
}

/** Writing, cut into steps as one thinks of them; see `bursts`. */
function writing<T extends Boxed>(store: CanvasStore<T>) {
  let last: Burst | null = null;
  let written = store.items;
  const end = () => (last = last && { ...last, isWhole: true });
  return {
    write: (id: string, change: Partial<T>) => {
      // Whatever else has happened meanwhile has ended the step, undo above all.
      if (store.items !== written) end();
      const [[name, after] = ["", null]] = Object.entries(change);
      const before = store.get(id)?.[name as keyof T];
      let group: string | null = null;
      if (typeof before === "string" && typeof after === "string") {
        last = nextBurst(last, { field: `${id} ${name}`, before, after, at: performance.now() });
        group = writingGroup(last.field, last.number);
      }
      store.edit("write", (items) => patch(items, [id], (item) => ({ ...item, ...change })), group);
      written = store.items;
    },
    endWriting: () => {
      end();
      store.endGesture();
    },
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
        (items) => patch(items, [...boxes.keys()], (item) => ({ ...item, box: boxes.get(item.id) ?? item.box })),
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
