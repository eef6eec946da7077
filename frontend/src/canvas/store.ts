import { diffItems, type Boxed, type Change, type Item, type Items } from "./item-changes";
import { alone, packed, unpacked, type PackedSteps, type Step } from "./steps";

export type { Boxed, Item, Items };

/**
 * The items on the canvas and their history.
 *
 * A change has an origin. What is loaded (seeds, a draft, the other side of a conflict) is
 * REMOTE and starts a new history: a person can only undo what a person did. LOCAL changes
 * are grouped into steps by gesture - a drag, a visit to a text field - never by the clock.
 */
export type Origin = "local" | "remote";
export interface ChangeEvent<T extends Item> {
  origin: Origin;
  items: Items<T>;
  change: Change<T>;
  /** The name of the gesture; for undo and redo the name of the step taken back or done again. */
  label: string;
  kind: "edit" | "undo" | "redo" | "load";
  group: string | null;
}

type Listener<T extends Item> = (event: ChangeEvent<T>) => void;

const MAX_STEPS = 500;

export class CanvasStore<T extends Item> {
  #items: Items<T>;
  #undo: Step<T>[] = [];
  #redo: Step<T>[] = [];
  #open = true;
  readonly #listeners = new Set<Listener<T>>();

  constructor(items: Items<T> = []) {
    this.#items = items;
  }

  get items(): Items<T> {
    return this.#items;
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  get(id: string): T | undefined {
    return this.#items.find((item) => item.id === id);
  }

  subscribe = (listener: Listener<T>): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): Items<T> => this.#items;

  /** Replaces everything by what came from elsewhere and forgets the history. */
  load(items: Items<T>): void {
    this.#undo = [];
    this.#redo = [];
    this.#set(items, "load", "remote", "load");
  }

  /**
   * Applies one local change. Changes with the same `group` that follow one another form a
   * single step, until `endGesture` or another change closes it.
   */
  edit(label: string, update: (items: Items<T>) => Items<T>, group: string | null = null): void {
    const before = this.#items;
    const after = update(before);
    if (isSame(before, after)) return;
    const last = this.#undo[this.#undo.length - 1];
    if (group !== null && this.#open && last?.group === group) {
      this.#undo[this.#undo.length - 1] = { ...last, after };
    } else {
      this.#undo.push({ label, group, before, after });
      if (this.#undo.length > MAX_STEPS) this.#undo.shift();
    }
    this.#open = true;
    this.#redo = [];
    this.#set(after, label, "local", "edit", group);
  }

  /** Ends the running gesture: the next change is a step of its own. A gesture that led back to where it began leaves no step. */
  endGesture(): void {
    this.#open = false;
    const last = this.#undo[this.#undo.length - 1];
    if (last && isSame(last.before, last.after)) this.#undo.pop();
  }

  /** Takes the running gesture back, as when a drag is broken off with Escape. */
  cancelGesture(group: string): void {
    const last = this.#undo[this.#undo.length - 1];
    if (!this.#open || last?.group !== group) return;
    this.#undo.pop();
    this.#open = false;
    this.#set(last.before, last.label, "local", "undo");
  }

  /** The last step; where there is a `wish` the last that fulfils it, if it can be taken back by itself. */
  undo(wish: (step: Step<T>) => boolean = () => true): string | null {
    this.endGesture();
    return this.#move(this.#undo, this.#redo, "undo", wish);
  }

  redo(wish: (step: Step<T>) => boolean = () => true): string | null {
    return this.#move(this.#redo, this.#undo, "redo", wish);
  }

  /** The newest steps that fit into so many characters; see `steps`. */
  kept(room: number): PackedSteps<T> | null {
    return packed(this.#items, this.#undo, this.#redo, room);
  }

  /** Takes up the steps of an earlier visit that led to the items as they are. */
  restore(kept: PackedSteps<T> | null): void {
    const found = unpacked(kept, this.#items);
    if (found) [this.#undo, this.#redo, this.#items] = [found.undo, found.redo, found.items];
  }

  #move(from: Step<T>[], to: Step<T>[], kind: "undo" | "redo", wish: (step: Step<T>) => boolean): string | null {
    const at = from.findLastIndex(wish);
    const step = from[at];
    if (!step) return null;
    const now = this.#items;
    const result = alone(from.slice(at), now, kind);
    if (!result) return null;
    from.splice(at, from.length, ...result.rest);
    to.push(
      kind === "undo" ? { ...step, before: result.items, after: now } : { ...step, before: now, after: result.items },
    );
    this.#open = false;
    this.#set(result.items, step.label, "local", kind);
    return step.label;
  }

  #set(
    items: Items<T>,
    label: string,
    origin: Origin,
    kind: ChangeEvent<T>["kind"],
    group: string | null = null,
  ): void {
    const change = diffItems(this.#items, items);
    this.#items = items;
    const event = { origin, items, change, label, kind, group };
    for (const listener of this.#listeners) listener(event);
  }
}

/** Replaces one item; the others keep their identity, so their views need not draw again. */
export function patch<T extends Item>(items: Items<T>, ids: readonly string[], update: (item: T) => T): Items<T> {
  const wanted = new Set(ids);
  let changed = false;
  const next = items.map((item) => {
    if (!wanted.has(item.id)) return item;
    const replaced = update(item);
    changed ||= replaced !== item;
    return replaced;
  });
  return changed ? next : items;
}

export function moveItem<T extends Item>(items: Items<T>, id: string, to: number): Items<T> {
  const from = items.findIndex((item) => item.id === id);
  const target = Math.min(Math.max(to, 0), items.length - 1);
  if (from < 0 || from === target) return items;
  const next = [...items];
  const [moved] = next.splice(from, 1);
  next.splice(target, 0, moved as T);
  return next;
}

function isSame<T extends Item>(a: Items<T>, b: Items<T>): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}
