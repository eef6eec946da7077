import type { Item, Items } from "@/canvas/store";

/**
 * Moves the named items by one place, as a block and in their order: what lies between them closes
 * up. At the end of the list nothing changes.
 */
export function shiftItems<T extends Item>(items: Items<T>, ids: readonly string[], by: 1 | -1): Items<T> {
  const block = items.filter((item) => ids.includes(item.id));
  const rest = items.filter((item) => !ids.includes(item.id));
  if (block.length === 0 || rest.length === 0) return items;
  const edge = by === 1 ? block[block.length - 1] : block[0];
  // How many of the others stand before the block's edge, and then one more or less.
  const before = items.slice(0, items.indexOf(edge as T)).filter((item) => !ids.includes(item.id)).length;
  const to = Math.min(Math.max(before + by, 0), rest.length);
  const next = [...rest.slice(0, to), ...block, ...rest.slice(to)];
  return next.every((item, index) => item === items[index]) ? items : next;
}
