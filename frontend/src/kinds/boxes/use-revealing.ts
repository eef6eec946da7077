import { useEffect, useRef } from "react";
import type { Selection } from "@/canvas/selection";
import type { Boxed, CanvasStore, ChangeEvent } from "@/canvas/store";

/** Selecting hundreds says nothing about what came back. */
const FEW = 20;

/** After undo and redo shows what changed: selected, and for whoever is writing in its field. */
export function useRevealing<T extends Boxed, F extends string>(
  store: CanvasStore<T>,
  fields: readonly F[],
  open: (id: string, field: F) => void,
  setSelection: (selection: Selection) => void,
): void {
  const latest = useRef({ fields, open, setSelection });
  useEffect(() => {
    latest.current = { fields, open, setSelection };
  });
  useEffect(
    () =>
      store.subscribe((event) => {
        if (event.kind !== "undo" && event.kind !== "redo") return;
        const { fields, open, setSelection } = latest.current;
        const written = fieldWritten(event, fields);
        if (written && isWritingHere()) open(...written);
        else {
          const ids = idsOf(event);
          if (ids.length > 0 && ids.length <= FEW) setSelection(ids);
        }
      }),
    [store],
  );
}

/** Whether the focus is in a text that belongs to the same history as the boxes. */
export function isWritingHere(): boolean {
  return document.activeElement?.closest("[data-history]") != null;
}

function fieldWritten<T extends Boxed, F extends string>(
  { change }: ChangeEvent<T>,
  fields: readonly F[],
): [id: string, field: F] | null {
  const [only, ...others] = change.updated;
  if (!only || others.length > 0 || change.created.length > 0) return null;
  const before = only.before as Record<string, unknown>;
  const after = only.after as Record<string, unknown>;
  const field = fields.find((name) => before[name] !== after[name]);
  return field ? [only.after.id, field] : null;
}

function idsOf<T extends Boxed>({ change }: ChangeEvent<T>): string[] {
  const shown = change.created.length > 0 ? change.created : change.updated.map(({ after }) => after);
  return shown.map((item) => item.id);
}
