/**
 * Versions of somebody's work that they did not go on with, kept on this device for a while. They are
 * few, small and never older than two weeks, so that they take no room from what is not saved yet.
 */
import { attempt } from "../attempt";

export interface KeptVersion<T> {
  key: string;
  work: T;
  /** Of the window in which the choice was made, or of what the server had. */
  from: "here" | "elsewhere";
  keptAt: string;
}

interface Shelf<T> {
  user: number | null;
  versions: ReadonlyArray<KeptVersion<T>>;
}

const PREFIX = "annotate:versions:";
export const MOST_VERSIONS = 5;
/** Of all tasks together, in characters; browsers give about five million. */
export const MOST_CHARACTERS = 600_000;
export const MOST_DAYS = 14;

export class KeptVersions<T> {
  readonly #id: string;
  readonly #user: number | null;
  readonly #isSame: (a: T, b: T) => boolean;

  constructor(id: string, user: number | null, isSame: (a: T, b: T) => boolean) {
    this.#id = id;
    this.#user = user;
    this.#isSame = isSame;
  }

  /** The newest first; none of anybody else's. */
  list(): ReadonlyArray<KeptVersion<T>> {
    tidy();
    return this.#own();
  }

  keep(work: T, from: KeptVersion<T>["from"]): void {
    const others = this.#own().filter((version) => !this.#isSame(version.work, work));
    const version = { key: newKey(others), work, from, keptAt: new Date().toISOString() };
    this.#write([version, ...others].slice(0, MOST_VERSIONS));
    tidy();
  }

  drop(key: string): void {
    this.#write(this.#own().filter((version) => version.key !== key));
  }

  #own(): ReadonlyArray<KeptVersion<T>> {
    const shelf = read<T>(PREFIX + this.#id);
    return shelf?.user === this.#user ? shelf.versions : [];
  }

  /** Where there is no room, the oldest versions make it: of this task, and then of the others. */
  #write(versions: ReadonlyArray<KeptVersion<T>>): void {
    const name = PREFIX + this.#id;
    while (!put(name, { user: this.#user, versions })) {
      const oldest = names()
        .filter((other) => other !== name)
        .sort(byAge)[0];
      if (oldest !== undefined) attempt(() => localStorage.removeItem(oldest), undefined);
      else if (versions.length > 1) versions = versions.slice(0, -1);
      else return;
    }
  }
}

/** Removes what is too old, and the oldest where all of it together is too much. */
function tidy(): void {
  const limit = new Date(Date.now() - MOST_DAYS * 24 * 60 * 60 * 1000).toISOString();
  let room = MOST_CHARACTERS;
  for (const name of names().sort(byAge).reverse()) {
    const shelf = read<unknown>(name);
    const fresh = (shelf?.versions ?? []).filter(({ keptAt }) => keptAt >= limit);
    const fitting = fresh.filter((version) => (room -= JSON.stringify(version).length) >= 0);
    if (shelf && fitting.length !== shelf.versions.length) put(name, { ...shelf, versions: fitting });
    if (!shelf) attempt(() => localStorage.removeItem(name), undefined);
  }
}

function put(name: string, shelf: Shelf<unknown>): boolean {
  return attempt(() => {
    if (shelf.versions.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(shelf));
    return true;
  }, false);
}

function names(): string[] {
  return attempt(() => Object.keys(localStorage), []).filter((name) => name.startsWith(PREFIX));
}

function byAge(a: string, b: string): number {
  return newestOf(a).localeCompare(newestOf(b));
}

function newestOf(name: string): string {
  return read<unknown>(name)?.versions[0]?.keptAt ?? "";
}

function newKey(others: ReadonlyArray<KeptVersion<unknown>>): string {
  return String(Math.max(0, ...others.map(({ key }) => Number(key) || 0)) + 1);
}

function read<T>(name: string): Shelf<T> | null {
  return attempt(() => {
    const shelf = JSON.parse(localStorage.getItem(name) ?? "null") as Partial<Shelf<T>> | null;
    return shelf && Array.isArray(shelf.versions) && shelf.user !== undefined ? (shelf as Shelf<T>) : null;
  }, null);
}
