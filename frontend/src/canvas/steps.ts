import { editBetween } from "@/lib/writing/sequences";
import type { Item, Items } from "./item-changes";

/** One step of a history: what was there before it and after. */
export interface Step<T extends Item> {
  label: string;
  group: string | null;
  before: Items<T>;
  after: Items<T>;
}

interface Moved<T extends Item> {
  items: Items<T>;
  /** The steps that came after it, as they are without it. */
  rest: Step<T>[];
}

/**
 * Takes the first of these steps back (or does it again) and leaves those after it as they are. Null
 * where they rest on it: only what one step changed within items can come and go by itself.
 */
export function alone<T extends Item>(
  steps: readonly Step<T>[],
  now: Items<T>,
  kind: "undo" | "redo",
): Moved<T> | null {
  const [step, ...rest] = steps;
  if (!step) return null;
  const [from, to] = kind === "undo" ? [step.after, step.before] : [step.before, step.after];
  if (rest.length === 0) return { items: to, rest: [] };
  const changes = changesWithin(from, to);
  if (!changes || !fits(now, changes)) return null;
  const swapped = new Map<T, T>();
  const swap = (items: Items<T>) => items.map((item) => swapOf(item, changes.get(item.id), swapped));
  return {
    items: swap(now),
    rest: rest.map((each) => ({ ...each, before: swap(each.before), after: swap(each.after) })),
  };
}

/** What of an item was changed by a step, in both directions. */
interface Swap<T> {
  from: Partial<T>;
  to: Partial<T>;
}

function changesWithin<T extends Item>(from: Items<T>, to: Items<T>): ReadonlyMap<string, Swap<T>> | null {
  const changes = new Map<string, Swap<T>>();
  if (from.length !== to.length) return null;
  for (const [index, before] of from.entries()) {
    const after = to[index];
    if (after?.id !== before.id) return null;
    if (after !== before) changes.set(before.id, { from: differing(before, after), to: differing(after, before) });
  }
  return changes;
}

function differing<T extends object>(item: T, other: T): Partial<T> {
  const names = (Object.keys(item) as (keyof T)[]).filter((name) => item[name] !== other[name]);
  return Object.fromEntries(names.map((name) => [name, item[name]])) as Partial<T>;
}

function fits<T extends Item>(items: Items<T>, changes: ReadonlyMap<string, Swap<T>>): boolean {
  const byId = new Map(items.map((item) => [item.id, item]));
  return [...changes].every(([id, { from }]) => has(byId.get(id), from));
}

function has<T extends object>(item: T | undefined, part: Partial<T>): boolean {
  return item !== undefined && (Object.keys(part) as (keyof T)[]).every((name) => item[name] === part[name]);
}

/** The same item gives the same item, so that what did not change is not drawn anew. */
function swapOf<T extends Item>(item: T, change: Swap<T> | undefined, known: Map<T, T>): T {
  if (!change || !has(item, change.from)) return item;
  const swapped = known.get(item) ?? { ...item, ...change.to };
  known.set(item, swapped);
  return swapped;
}

/** A history in little room: each item once, and of each step only where it differs from the one before. */
export interface PackedSteps<T extends Item> {
  pool: readonly T[];
  first: readonly number[];
  steps: ReadonlyArray<{
    label: string;
    group: string | null;
    start: number;
    removed: number;
    added: readonly number[];
  }>;
  /** How many of the steps are done; the others can be done again. */
  done: number;
}

/** Null where not even one step has room. */
export function packed<T extends Item>(
  items: Items<T>,
  undo: readonly Step<T>[],
  redo: readonly Step<T>[],
  room: number,
): PackedSteps<T> | null {
  for (let most = undo.length; most > 0 || redo.length > 0; most = Math.floor(most / 2)) {
    const past = most > 0 ? undo.slice(-most) : [];
    const kept = pack(items, past, most === undo.length ? [...redo].reverse() : []);
    if (JSON.stringify(kept).length <= room) return kept;
    if (most === 0) break;
  }
  return null;
}

function pack<T extends Item>(items: Items<T>, past: readonly Step<T>[], future: readonly Step<T>[]): PackedSteps<T> {
  const places = new Map<T, number>();
  const place = (item: T) => {
    const known = places.get(item) ?? places.size;
    places.set(item, known);
    return known;
  };
  const steps = [...past, ...future];
  const first = (past[0]?.before ?? items).map(place);
  let last: readonly number[] = first;
  const short = steps.map(({ label, group, after }) => {
    const next = after.map(place);
    const { start, removed, added } = editBetween(last, next);
    last = next;
    return { label, group, start, removed, added: next.slice(start, start + added) };
  });
  return { pool: [...places.keys()], first, steps: short, done: past.length };
}

interface Unpacked<T extends Item> {
  items: Items<T>;
  undo: Step<T>[];
  redo: Step<T>[];
}

/** Null where it does not lead to these items: then it is the history of something else. */
export function unpacked<T extends Item>(kept: PackedSteps<T> | null, items: Items<T>): Unpacked<T> | null {
  if (!kept || !Array.isArray(kept.pool) || !Array.isArray(kept.first) || !Array.isArray(kept.steps)) return null;
  const all: Step<T>[] = [];
  let last = kept.first;
  const shown = (places: readonly number[]) => places.flatMap((place) => kept.pool[place] ?? []);
  for (const { label, group, start, removed, added } of kept.steps) {
    const next = [...last.slice(0, start), ...added, ...last.slice(start + removed)];
    all.push({ label, group, before: shown(last), after: shown(next) });
    last = next;
  }
  const undo = all.slice(0, kept.done);
  const redo = all.slice(kept.done).reverse();
  const here = undo.at(-1)?.after ?? redo.at(-1)?.before ?? [];
  if (spelled(here) === spelled(items)) return { items: here, undo, redo };
  // Written in the moment before a crash, perhaps: the steps before it are still right.
  return { items, undo: [...undo, { label: "write", group: null, before: here, after: items }], redo: [] };
}

/** The server gives the parts of an item in another order. */
function spelled(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
      : part,
  );
}
