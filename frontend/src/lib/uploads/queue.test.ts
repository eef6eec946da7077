import { webcrypto } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import type { UploadResult } from "@/api/types";
import type { Alone } from "./alone";
import { isOver, type UploadRow, type UploadStatus } from "./items";
import { UploadQueue } from "./queue";
import type { UploadStore } from "./store";

beforeEach(() => {
  localStorage.clear();
  // The window of the tests computes no digests; that of a browser does.
  vi.stubGlobal("crypto", webcrypto);
});

const open: UploadQueue[] = [];
afterEach(() => open.splice(0).forEach((queue) => queue.stop()));

/** What outlives a page: a browser's storage, with room for so many files. */
function storage(room = Infinity) {
  const rows = new Map<string, UploadRow>();
  const contents = new Map<string, Blob>();
  const store: UploadStore = {
    rows: async (user) => [...rows.values()].filter((row) => row.user === user),
    keep: async (files) => {
      if (contents.size + files.length > room) throw new DOMException("full", "QuotaExceededError");
      for (const { row, content } of files) {
        rows.set(row.id, row);
        contents.set(row.id, content);
      }
    },
    content: async (id) => contents.get(id) ?? null,
    settle: async (settled) => {
      for (const row of settled) {
        rows.set(row.id, row);
        if (isOver(row)) contents.delete(row.id);
      }
    },
    remove: async (ids) => {
      for (const id of ids) {
        rows.delete(id);
        contents.delete(id);
      }
    },
    forgetBefore: async (at) => {
      for (const row of rows.values()) if (row.at < at) rows.delete(row.id);
    },
  };
  return { store, rows, contents };
}

/** One tab at a time, as a browser's locks see to it. */
function locks(): Alone {
  let last = Promise.resolve();
  return async (_, work) => {
    const before = last;
    last = before.then(work, work);
    await last;
  };
}

type Answer = (project: number, files: readonly File[]) => Promise<UploadResult>;

function server(answer?: Answer) {
  const has = new Map<string, string>();
  const sent: string[] = [];
  const accept: Answer = async (_, files) => {
    for (const file of files) {
      sent.push(file.name);
      has.set(await sha(file), file.name);
    }
    const accepted = files.map(({ name }, index) => ({ name, image_id: index, sample_id: index }));
    return { accepted, rejected: [] };
  };
  const there = async (_: number, digests: string[]) => digests.filter((digest) => has.has(digest));
  return { sent, accept, server: { send: answer ?? accept, there, changed: async () => undefined } };
}

async function sha(file: Blob): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest("SHA-256", await file.arrayBuffer())).toString("hex");
}

const image = (name: string) => new File([`pixels of ${name}`], name, { type: "image/jpeg" });
const images = (count: number) => Array.from({ length: count }, (_, index) => image(`${String(index + 1)}.jpg`));
const never = () => new Promise<never>(() => undefined);

interface Page {
  user?: number;
  store?: UploadStore | null;
  server: ReturnType<typeof server>["server"];
  alone?: Alone;
}

async function page({ user = 1, store = null, server: asked, alone = (_, work) => work() }: Page) {
  const queue = new UploadQueue({ user, store, server: asked, alone, backOff: [1] });
  open.push(queue);
  await queue.start();
  return queue;
}

const statuses = (queue: UploadQueue): UploadStatus[] => queue.state.items.map(({ status }) => status);
const count = (queue: UploadQueue, status: UploadStatus) => statuses(queue).filter((one) => one === status).length;

test("what a page left is taken up by the next one, and nothing is sent twice", async () => {
  const { store, contents } = storage();
  const there = server();
  let requests = 0;
  const cutOff = await page({
    store,
    server: { ...there.server, send: (project, files) => (requests++ === 0 ? there.accept(project, files) : never()) },
  });
  cutOff.add(7, images(20));
  await expect.poll(() => requests).toBe(2);
  await expect.poll(() => contents.size).toBe(12);
  cutOff.stop();

  const next = await page({ store, server: there.server });
  await expect.poll(() => count(next, "added")).toBe(20);
  expect(there.sent).toHaveLength(20);
  expect(new Set(there.sent).size).toBe(20);
  expect(contents.size).toBe(0);
});

test("files that arrived while their answer got lost count as there", async () => {
  const { store } = storage();
  const there = server();
  let isFirst = true;
  const queue = await page({
    store,
    server: {
      ...there.server,
      send: async (project, files) => {
        const result = await there.accept(project, files);
        if (!isFirst) return result;
        isFirst = false;
        throw new ApiError(0, { code: "offline", message: "The server cannot be reached." });
      },
    },
  });
  queue.add(7, images(3));
  await expect.poll(() => count(queue, "known")).toBe(3);
  expect(there.sent).toHaveLength(3);
  expect(queue.state.error).toBeNull();
});

test("a network that fails is tried again until it is back, without anybody", async () => {
  const there = server();
  let left = 4;
  const queue = await page({
    server: {
      ...there.server,
      send: (project, files) =>
        left-- > 0
          ? Promise.reject(new ApiError(503, { code: "busy", message: "Busy." }))
          : there.accept(project, files),
    },
  });
  queue.add(7, images(1));
  await expect.poll(() => count(queue, "added")).toBe(1);
});

test("a request that is refused whole is sent file by file, and only the one to blame stays behind", async () => {
  const there = server();
  const queue = await page({
    server: {
      ...there.server,
      send: (project, files) =>
        files.some(({ name }) => name === "2.jpg")
          ? Promise.reject(new ApiError(413, { code: "too_large", message: "Too large.", remedy: "Make it smaller." }))
          : there.accept(project, files),
    },
  });
  queue.add(7, images(4));
  await expect.poll(() => statuses(queue)).toEqual(["added", "failed", "added", "added"]);
  expect(queue.state.items[1]).toMatchObject({ message: "Too large.", remedy: "Make it smaller." });
});

test("a project that may no longer be filled stops its own files and no others", async () => {
  const there = server();
  const queue = await page({
    server: {
      ...there.server,
      send: (project, files) =>
        project === 7
          ? Promise.reject(new ApiError(403, { code: "forbidden", message: "Not allowed." }))
          : there.accept(project, files),
    },
  });
  queue.add(7, images(10));
  queue.add(8, images(2));
  await expect.poll(() => [count(queue, "failed"), count(queue, "added")]).toEqual([10, 2]);
});

test("where the storage is full, files wait in the tab, are sent first, and it is known which", async () => {
  const { store } = storage(0);
  const there = server();
  const queue = await page({ store, server: { ...there.server, send: never } });
  queue.add(7, images(2));
  await expect.poll(() => queue.state.items.map(({ keeping }) => keeping)).toEqual(["held", "held"]);
  queue.stop();
  const next = await page({ store, server: there.server });
  expect(next.state.items).toEqual([]);
});

test("another person on the same browser neither sees nor sends what waits", async () => {
  const { store, rows } = storage();
  const there = server();
  const mine = await page({ user: 1, store, server: { ...there.server, send: never } });
  mine.add(7, images(3));
  await expect.poll(() => rows.size).toBe(3);
  mine.stop();
  const others = await page({ user: 2, store, server: there.server });
  expect(others.state.items).toEqual([]);
  expect(there.sent).toEqual([]);
  const back = await page({ user: 1, store, server: there.server });
  await expect.poll(() => count(back, "added")).toBe(3);
});

test("two tabs at once send each file once, and both know it", async () => {
  const { store } = storage();
  const there = server();
  const alone = locks();
  const first = await page({ store, server: there.server, alone });
  const second = await page({ store, server: there.server, alone });
  first.add(7, images(12));
  second.add(7, images(24).slice(12));
  await expect.poll(() => [count(first, "added"), count(second, "added")]).toEqual([24, 24]);
  expect(there.sent).toHaveLength(24);
});

test("a pause holds over a reload, and going on sends the rest", async () => {
  const { store, rows } = storage();
  const there = server();
  const before = await page({ store, server: there.server });
  before.pause(true);
  before.add(7, images(2));
  await expect.poll(() => rows.size).toBe(2);
  before.stop();
  const after = await page({ store, server: there.server });
  expect(after.state.isPaused).toBe(true);
  expect(there.sent).toEqual([]);
  after.pause(false);
  await expect.poll(() => count(after, "added")).toBe(2);
});

test("what is cancelled is not sent, nor after a reload", async () => {
  const { store, rows } = storage();
  const there = server();
  const queue = await page({ store, server: there.server });
  queue.pause(true);
  queue.add(7, images(3));
  queue.add(8, images(2));
  await expect.poll(() => rows.size).toBe(5);
  queue.cancel(7);
  queue.pause(false);
  await expect.poll(() => statuses(queue)).toEqual(["added", "added"]);
  expect(there.sent).toHaveLength(2);
});

test("a file that cannot be read any more is said to be gone and holds nothing up", async () => {
  const there = server();
  const gone = image("gone.jpg");
  gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  const queue = await page({ server: there.server });
  queue.add(7, [gone, image("here.jpg")]);
  await expect.poll(() => statuses(queue).toSorted()).toEqual(["added", "lost"]);
});

test("what nobody came back for in two weeks is forgotten", async () => {
  const { store, rows } = storage();
  const there = server();
  const queue = await page({ store, server: { ...there.server, send: never } });
  queue.add(7, images(1));
  await expect.poll(() => rows.size).toBe(1);
  queue.stop();
  const [row] = rows.values();
  rows.set(row!.id, { ...row!, at: Date.now() - 15 * 86_400_000 });
  const next = await page({ store, server: there.server });
  expect(next.state.items).toEqual([]);
});
