/**
 * A copy of unsaved work on this device, one per assignment, written at each change.
 * It outlives a reload, a crash and a day without a network.
 */
export type LocalCopy<T> = {
  /** The server's draft version this work is based on. */
  readonly baseVersion: number;
  readonly work: T;
  readonly changedAt: string;
};

export type LocalCopies<T> = {
  read(assignmentId: string): LocalCopy<T> | null;
  write(assignmentId: string, copy: LocalCopy<T>): boolean;
  remove(assignmentId: string): void;
};

const PREFIX = "annotate:unsaved:";

/** Storage may be full, forbidden or broken; then the work lives on in the page and on the server. */
export function localCopies<T>(storage: Storage | null = safeStorage()): LocalCopies<T> {
  return {
    read: (id) => attempt(() => parse<T>(storage?.getItem(PREFIX + id) ?? null), null),
    write: (id, copy) =>
      attempt(() => {
        storage?.setItem(PREFIX + id, JSON.stringify(copy));
        return storage !== null;
      }, false),
    remove: (id) => attempt(() => storage?.removeItem(PREFIX + id), undefined),
  };
}

export type Opening<T> =
  | { readonly from: "server" }
  | { readonly from: "device"; readonly copy: LocalCopy<T> }
  | { readonly from: "conflict"; readonly copy: LocalCopy<T> };

/**
 * What to open with when there is unsaved work on this device. Work based on the version the
 * server has now is simply newer. Work based on an older version has been overtaken from
 * elsewhere: only its author can choose - unless both say the same.
 */
export function chooseOpening<T>(
  copy: LocalCopy<T> | null,
  server: { readonly version: number; readonly work: T },
  isSame: (a: T, b: T) => boolean,
): Opening<T> {
  if (copy === null || isSame(copy.work, server.work)) return { from: "server" };
  return { from: copy.baseVersion === server.version ? "device" : "conflict", copy };
}

function parse<T>(text: string | null): LocalCopy<T> | null {
  if (text === null) return null;
  const copy = JSON.parse(text) as Partial<LocalCopy<T>> | null;
  const isWhole = typeof copy?.baseVersion === "number" && copy.work !== undefined;
  return isWhole ? (copy as LocalCopy<T>) : null;
}

function safeStorage(): Storage | null {
  return attempt(() => globalThis.localStorage, null);
}

function attempt<R>(action: () => R, otherwise: R): R {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
