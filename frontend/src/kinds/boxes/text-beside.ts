import type { Item, Items } from "@/canvas/store";

export interface TextPlace {
  id: string;
  field: string;
}

/** The text that has the focus and belongs to one of the items; numbers of a box are none. */
export function textWithFocus(): TextPlace | null {
  const focused = document.activeElement;
  const id = focused?.closest("[data-row-id]")?.getAttribute("data-row-id");
  const field = focused?.closest("[data-history]")?.getAttribute("data-history");
  return id && field && field !== "box" ? { id, field } : null;
}

/** The same field of the neighbour in the list, as seen from the field that has the focus. */
export function textBeside<T extends Item>(items: Items<T>, by: 1 | -1): TextPlace | null {
  const focused = document.activeElement;
  const row = focused?.closest("[data-row-id]")?.getAttribute("data-row-id");
  const field = focused?.closest("[data-history]")?.getAttribute("data-history");
  const at = items.findIndex((item) => item.id === row);
  const next = at < 0 ? undefined : items[at + by];
  return next && field ? { id: next.id, field } : null;
}
