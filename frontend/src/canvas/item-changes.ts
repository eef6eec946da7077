import type { Box } from "@/api/types";

export interface Item {
  id: string;
}
/** An item with a box. */
export type Boxed = Item & { box: Box };
export type Items<T extends Item> = readonly T[];

export interface Change<T extends Item> {
  created: Items<T>;
  updated: ReadonlyArray<{ before: T; after: T }>;
  deleted: Items<T>;
  reordered: boolean;
}

export function diffItems<T extends Item>(before: Items<T>, after: Items<T>): Change<T> {
  const old = new Map(before.map((item) => [item.id, item]));
  const fresh = new Map(after.map((item) => [item.id, item]));
  const stayedBefore = before.filter((item) => fresh.has(item.id));
  const stayedAfter = after.filter((item) => old.has(item.id));
  return {
    created: after.filter((item) => !old.has(item.id)),
    updated: stayedAfter
      .filter((item) => old.get(item.id) !== item)
      .map((item) => ({ before: old.get(item.id) as T, after: item })),
    deleted: before.filter((item) => !fresh.has(item.id)),
    reordered: stayedBefore.some((item, index) => item.id !== stayedAfter[index]?.id),
  };
}
