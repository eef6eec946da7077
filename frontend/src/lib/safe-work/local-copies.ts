/**
 * A copy of unsaved work on this device, one per assignment, written at each change.
 * It outlives a reload, a crash and a day without a network.
 */
import { attempt } from "../attempt";
import { forgetHistories } from "./histories";

export interface LocalCopy<T> {
  /** The server's draft version this work is based on. */
  baseVersion: number;
  work: T;
  changedAt: string;
  /** Sent on top of the base version, and never answered: one of these may be the next version. */
  unanswered?: readonly T[];
  /** Whose it is and what it is about, to be found again from other pages. */
  about?: CopyAbout;
}

export interface CopyAbout {
  user: number | null;
  project: string;
  stage: string;
  image: string;
}

export interface LocalCopies<T> {
  read(assignmentId: string): LocalCopy<T> | null;
  write(assignmentId: string, copy: LocalCopy<T>): boolean;
  remove(assignmentId: string): void;
}

const PREFIX = "annotate:unsaved:";

/**
 * Storage may be full, forbidden or broken. The storage of the tab has room of its own and outlives
 * a reload and a crash; where that fails too, the work lives on in the page and on the server.
 */
export function localCopies<T>(
  storage: Storage | null = safeStorage("localStorage"),
  reserve: Storage | null = safeStorage("sessionStorage"),
): LocalCopies<T> {
  const places = [storage, reserve].filter((place) => place !== null);
  const drop = (place: Storage, id: string) => attempt(() => place.removeItem(PREFIX + id), undefined);
  return {
    read: (id) => newest(places.map((place) => attempt(() => parse<T>(place.getItem(PREFIX + id)), null))),
    write: (id, copy) => {
      const text = JSON.stringify(copy);
      const put = (place: Storage) =>
        attempt(() => {
          place.setItem(PREFIX + id, text);
          return true;
        }, false);
      let kept = places.find(put);
      if (kept !== storage && forgetHistories()) kept = places.find(put);
      // An older copy in the other place would only be in the way.
      if (kept) for (const place of places) if (place !== kept) drop(place, id);
      return kept !== undefined;
    },
    remove: (id) => {
      for (const place of places) drop(place, id);
    },
  };
}

/** What waits on this device for one person, the newest first. */
export function copiesOf(
  user: number,
  storage: Storage | null = safeStorage("localStorage"),
): ReadonlyArray<{ id: string; copy: LocalCopy<unknown> }> {
  const names = attempt(() => Object.keys(storage ?? {}), []);
  return names
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name) => {
      const copy = attempt(() => parse<unknown>(storage?.getItem(name) ?? null), null);
      return copy?.about?.user === user ? [{ id: name.slice(PREFIX.length), copy }] : [];
    })
    .sort((a, b) => b.copy.changedAt.localeCompare(a.copy.changedAt));
}

export type Opening<T> =
  { from: "server" } | { from: "device"; copy: LocalCopy<T> } | { from: "conflict"; copy: LocalCopy<T> };

/**
 * What to open with when there is unsaved work on this device. Work based on the version the
 * server has now is simply newer, and so is work on top of a save whose answer never came. Work
 * based on another older version has been overtaken from elsewhere: only its author can choose -
 * unless both say the same.
 */
export function chooseOpening<T>(
  copy: LocalCopy<T> | null,
  server: { version: number; work: T },
  isSame: (a: T, b: T) => boolean,
): Opening<T> {
  if (copy === null || isSame(copy.work, server.work)) return { from: "server" };
  const isNewer = copy.baseVersion === server.version || isOwnSave(copy, server, isSame);
  return { from: isNewer ? "device" : "conflict", copy };
}

/** Whether the version of the server is a save from here whose answer got lost on its way. */
export function isOwnSave<T>(
  here: { baseVersion: number; unanswered?: readonly T[] },
  server: { version: number; work: T },
  isSame: (a: T, b: T) => boolean,
): boolean {
  if (server.version !== here.baseVersion + 1) return false;
  return here.unanswered?.some((work) => isSame(work, server.work)) ?? false;
}

function newest<T>(copies: ReadonlyArray<LocalCopy<T> | null>): LocalCopy<T> | null {
  const [first = null, second = null] = copies;
  if (first === null || second === null) return first ?? second;
  return first.changedAt >= second.changedAt ? first : second;
}

function parse<T>(text: string | null): LocalCopy<T> | null {
  if (text === null) return null;
  const copy = JSON.parse(text) as Partial<LocalCopy<T>> | null;
  const isWhole = typeof copy?.baseVersion === "number" && copy.work !== undefined;
  return isWhole ? (copy as LocalCopy<T>) : null;
}

function safeStorage(name: "localStorage" | "sessionStorage"): Storage | null {
  return attempt(() => globalThis[name], null);
}
