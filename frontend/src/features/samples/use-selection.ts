import { useState } from "react";

interface Held {
  /** The list that it belongs to: another filter is another list, in which nothing is chosen. */
  list: string;
  ids: ReadonlySet<number>;
  /** Not only those that were ticked, but all that match. */
  isAll: boolean;
  /** Where a range begins. */
  anchor: number | null;
}

export interface Selection {
  ids: ReadonlySet<number>;
  isAll: boolean;
  has: (id: number) => boolean;
  /** Ticks one, or takes its tick away; with `range`, all from the one before it to this one. */
  toggle: (id: number, range?: boolean) => void;
  tickPage: (on: boolean) => void;
  tickAll: () => void;
  clear: () => void;
}

const nothing = (list: string): Held => ({ list, ids: new Set(), isAll: false, anchor: null });

function between(page: readonly number[], from: number | null, to: number): readonly number[] {
  const [start, end] = [from === null ? -1 : page.indexOf(from), page.indexOf(to)];
  return start < 0 || end < 0 ? [to] : page.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Which samples of a list are chosen; it lasts from page to page, and ends with the list. */
export function useSelection(list: string, page: readonly number[]): Selection {
  const [kept, setKept] = useState(() => nothing(list));
  const held = kept.list === list ? kept : nothing(list);
  const set = (ids: Iterable<number>, on: boolean, more: Partial<Held> = {}) => {
    const next = new Set(held.ids);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setKept({ ...held, isAll: false, ids: next, ...more });
  };
  return {
    ids: held.ids,
    isAll: held.isAll,
    has: (id) => held.isAll || held.ids.has(id),
    toggle: (id, range = false) => {
      set(range ? between(page, held.anchor, id) : [id], !held.ids.has(id), { anchor: id });
    },
    tickPage: (on) => set(page, on, { anchor: null }),
    tickAll: () => set(page, true, { isAll: true }),
    clear: () => setKept(nothing(list)),
  };
}
