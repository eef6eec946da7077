import type { Item, Items } from "@/canvas/store";

/** Puts a twin of each named item behind the last of them, in their order. */
export function duplicate<T extends Item>(
  items: Items<T>,
  ids: readonly string[],
  twinOf: (item: T) => T,
): { items: Items<T>; twins: Items<T> } {
  const originals = items.filter((item) => ids.includes(item.id));
  const last = originals[originals.length - 1];
  if (!last) return { items, twins: [] };
  const twins = originals.map(twinOf);
  const at = items.indexOf(last) + 1;
  return { items: [...items.slice(0, at), ...twins, ...items.slice(at)], twins };
}
