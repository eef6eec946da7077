import { useEffect, useState, useSyncExternalStore } from "react";

type Listener = () => void;

/** One value that changes, and those who want to hear of it: whoever does not ask is not drawn anew. */
export class ValueStore<T> {
  #value: T;
  readonly #listeners = new Set<Listener>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(next: T): void {
    if (Object.is(next, this.#value)) return;
    this.#value = next;
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The whole of it. */
export function useValue<T>(store: ValueStore<T>): T {
  return useSyncExternalStore(store.subscribe, () => store.value);
}

/** A part of the value; the calling component is drawn anew when that part changes, and for nothing else. */
export function useSelected<T, Part>(store: ValueStore<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.value));
}

/** Shorter than a glance up from the keys, longer than the time from one letter to the next. */
export const REST_MS = 250;
/** Somebody who never pauses sees it move all the same. */
export const LONGEST_MS = 5_000;

/**
 * The value as it was when it last came to rest. Whatever is only said about a text (counts, differences,
 * remarks) is worked out from this, so that no letter waits for it; what is saved never is.
 */
export function useRested<T>(store: ValueStore<T>): ValueStore<T> {
  const [rested] = useState(() => new ValueStore(store.value));
  useEffect(() => {
    const rest = new Rest(() => rested.set(store.value));
    const stop = store.subscribe(() => rest.moved());
    rest.now();
    return () => {
      stop();
      rest.drop();
    };
  }, [store, rested]);
  return rested;
}

/** Does something once nothing has moved for a moment, but never much later than the first move. */
export class Rest {
  #since: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #act: () => void;

  constructor(act: () => void) {
    this.#act = act;
  }

  moved(): void {
    const now = Date.now();
    this.#since ??= now;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(), Math.min(REST_MS, Math.max(this.#since + LONGEST_MS - now, 0)));
  }

  now(): void {
    this.drop();
    this.#act();
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#since = null;
  }
}
