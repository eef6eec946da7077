import { isOver, type UploadRow } from "./items";

/** Where files wait until the server has them. */
export interface UploadStore {
  rows: (user: number) => Promise<UploadRow[]>;
  /** Writes files down, all or none; rejects where there is no room. */
  keep: (files: ReadonlyArray<{ row: UploadRow; content: Blob }>) => Promise<void>;
  content: (id: string) => Promise<Blob | null>;
  /** Writes what became of files; the contents of those that are over go. */
  settle: (rows: readonly UploadRow[]) => Promise<void>;
  remove: (ids: readonly string[]) => Promise<void>;
  /** Removes what anybody left here before a time. */
  forgetBefore: (at: number) => Promise<void>;
}

const NAME = "annotate:uploads";
const VERSION = 1;
/** So much of what the browser grants is left to others: its other pages stop working when all is taken. */
const MOST_SHARE = 0.8;
const MOST_BYTES = 8_000_000_000;

/** The store of this browser; null where it has none. */
export function browserStore(): UploadStore | null {
  if (typeof indexedDB === "undefined") return null;
  let opened: Promise<IDBDatabase> | null = null;
  const database = () => (opened ??= open());
  const write = async (work: (rows: IDBObjectStore, contents: IDBObjectStore) => void) => {
    const transaction = (await database()).transaction(["rows", "contents"], "readwrite");
    work(transaction.objectStore("rows"), transaction.objectStore("contents"));
    await ended(transaction);
  };
  const all = async (query: (rows: IDBObjectStore) => IDBRequest<UploadRow[]>) =>
    answered(query((await database()).transaction("rows").objectStore("rows")));
  const remove = (ids: readonly string[]) =>
    write((rows, contents) => {
      for (const id of ids) {
        rows.delete(id);
        contents.delete(id);
      }
    });
  return {
    remove,
    rows: async (user) => {
      const mine = await all((rows) => rows.index("user").getAll(user));
      return mine.sort((a, b) => a.at - b.at || a.place - b.place);
    },
    keep: async (files) => {
      await checkRoom(files.reduce((sum, { content }) => sum + content.size, 0));
      await write((rows, contents) => {
        for (const { row, content } of files) {
          rows.put(row);
          contents.put(content, row.id);
        }
      });
    },
    content: async (id) => {
      const contents = (await database()).transaction("contents").objectStore("contents");
      return (await answered<Blob | undefined>(contents.get(id))) ?? null;
    },
    settle: (settled) =>
      write((rows, contents) => {
        for (const row of settled) {
          rows.put(row);
          if (isOver(row)) contents.delete(row.id);
        }
      }),
    forgetBefore: async (at) => {
      const old = await all((rows) => rows.getAll());
      await remove(old.filter((row) => row.at < at).map(({ id }) => id));
    },
  };
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("rows", { keyPath: "id" }).createIndex("user", "user");
    request.result.createObjectStore("contents");
  };
  return answered(request);
}

async function checkRoom(bytes: number): Promise<void> {
  // Pages without HTTPS are told nothing; there the write itself says when there is no room.
  const manager = navigator.storage as StorageManager | undefined;
  const { quota, usage } = (await manager?.estimate()) ?? {};
  if (quota === undefined || usage === undefined) return;
  if (usage + bytes > Math.min(MOST_BYTES, quota * MOST_SHARE)) throw new DOMException("full", "QuotaExceededError");
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error("storage"));
    transaction.oncomplete = () => resolve();
    transaction.onabort = fail;
    transaction.onerror = fail;
  });
}
