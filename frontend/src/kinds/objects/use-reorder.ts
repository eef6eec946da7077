import { useCallback, useRef, useState, type PointerEvent as ReactPointerEvent } from "react";

/** Where a dragged row would land: before the row with this index; the count of rows means the end. */
export interface Reorder {
  id: string;
  before: number;
}

/** Dragging rows by a grip, with mouse, pen and finger alike. */
export function useReorder(onMove: (id: string, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [reorder, setReorder] = useState<Reorder | null>(null);

  // Changes only while a row is being dragged, so that the rows need not be drawn again otherwise.
  const gripHandlers = useCallback(
    (id: string, index: number) => ({
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setReorder({ id, before: index });
      },
      onPointerMove: (event: ReactPointerEvent<HTMLElement>) => {
        if (reorder?.id !== id) return;
        const before = rowsAbove(list.current, event.clientY);
        if (before !== reorder.before) setReorder({ id, before });
      },
      onPointerUp: () => {
        if (reorder?.id === id) onMove(id, reorder.before > index ? reorder.before - 1 : reorder.before);
        setReorder(null);
      },
      onPointerCancel: () => setReorder(null),
    }),
    [reorder, onMove],
  );

  return { list, reorder, gripHandlers };
}

function rowsAbove(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.children ?? [])];
  return rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}
