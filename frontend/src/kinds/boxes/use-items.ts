import { useEffect, useState, useSyncExternalStore } from "react";
import type { Boxed, CanvasStore, ChangeEvent, Items } from "@/canvas/store";
import { Rest } from "@/lib/value-store";
import { isWritingIn } from "./take-back";

/**
 * The items as the page draws them: at once, but for what is being written in a field that holds its long
 * text itself. That is drawn when it comes to rest, as no letter is to wait for lists and boxes.
 * What acts on the items asks the store, which always knows them all.
 */
export function useItems<T extends Boxed>(store: CanvasStore<T>, resting: string | undefined): Items<T> {
  const [shown] = useState(() => new ShownItems(store, resting));
  useEffect(() => shown.follow(), [shown]);
  return useSyncExternalStore(shown.subscribe, shown.snapshot);
}

class ShownItems<T extends Boxed> {
  readonly #store: CanvasStore<T>;
  readonly #resting: string | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #rest = new Rest(() => this.#show());
  #items: Items<T>;

  constructor(store: CanvasStore<T>, resting: string | undefined) {
    this.#store = store;
    this.#resting = resting;
    this.#items = store.items;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): Items<T> => this.#items;

  follow(): () => void {
    this.#rest.now();
    const stop = this.#store.subscribe((event) => (this.#mayRest(event) ? this.#rest.moved() : this.#rest.now()));
    return () => {
      stop();
      this.#rest.drop();
    };
  }

  #mayRest({ kind, group }: ChangeEvent<T>): boolean {
    return this.#resting !== undefined && kind === "edit" && isWritingIn(group, this.#resting);
  }

  #show(): void {
    if (this.#items === this.#store.items) return;
    this.#items = this.#store.items;
    for (const listener of this.#listeners) listener();
  }
}
