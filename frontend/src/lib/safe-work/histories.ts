/**
 * What undo can take back of a task, kept beside its draft on this device so that a reload forgets no
 * step. It is the least of what is kept: it makes room for everything else, and goes with the task.
 */
import { pageOwner } from "@/api/transport";
import { attempt } from "../attempt";

interface Shelf {
  user: number | null;
  keptAt: string;
  parts: Readonly<Record<string, unknown>>;
}

/** What a part gives to be kept in so many characters; null where there is nothing. */
type Give = (room: number) => unknown;

const PREFIX = "annotate:history:";
const PAUSE_MS = 1_000;
/** Of one task, and of all together, in characters. */
const MOST_OF_TASK = 200_000;
export const MOST_OF_ALL = 600_000;
const MOST_DAYS = 14;

const changed = new Map<string, Map<string, Give>>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isListening = false;
let isSignedOut = false;

export function keptHistory<H>(task: string, part: string): H | null {
  writeHistories();
  const shelf = read(task);
  return (shelf?.user === pageOwner() ? (shelf?.parts[part] as H | undefined) : undefined) ?? null;
}

/** Notes that a part has changed; what it gives is written down after a pause, and when the page is left. */
export function keepHistory(task: string, part: string, give: Give): void {
  listen();
  const parts = changed.get(task) ?? new Map<string, Give>();
  changed.set(task, parts.set(part, give));
  clearTimeout(timer);
  timer = setTimeout(writeHistories, PAUSE_MS);
}

/** The task is over, or another answer stands in its place. */
export function forgetHistory(task: string): void {
  changed.delete(task);
  attempt(() => localStorage.removeItem(PREFIX + task), undefined);
}

/** Of everybody: for whoever signs out, and where there is no room for what matters more. True if there were any. */
export function forgetHistories(): boolean {
  changed.clear();
  const kept = tasks();
  for (const task of kept) forgetHistory(task);
  return kept.length > 0;
}

/** Another window says who is signed in: with nobody, this one writes nothing down either. */
export function historiesBelongTo(user: number | null): void {
  isSignedOut = user === null;
}

export function writeHistories(): void {
  clearTimeout(timer);
  for (const [task, gives] of changed) write(task, gives);
  if (changed.size > 0) tidy();
  changed.clear();
}

function write(task: string, gives: ReadonlyMap<string, Give>): void {
  const user = pageOwner();
  if (user === null || isSignedOut) return;
  const known = read(task);
  const parts: Record<string, unknown> = known?.user === user ? { ...known.parts } : {};
  let room = MOST_OF_TASK;
  // What was written last is kept first.
  for (const [part, give] of [...gives].reverse()) {
    parts[part] = attempt(() => give(room), null);
    room -= sizeOf(parts[part]);
  }
  for (const part of Object.keys(parts)) {
    if (gives.has(part)) continue;
    room -= sizeOf(parts[part]);
    if (room < 0) Reflect.deleteProperty(parts, part);
  }
  const text = JSON.stringify({ user, keptAt: new Date().toISOString(), parts } satisfies Shelf);
  const isKept = attempt(() => {
    localStorage.setItem(PREFIX + task, text);
    return true;
  }, false);
  // An older one would not fit the text as it is.
  if (!isKept) attempt(() => localStorage.removeItem(PREFIX + task), undefined);
}

/** Removes what is too old, and the oldest where all of it together is too much. */
function tidy(): void {
  const limit = new Date(Date.now() - MOST_DAYS * 24 * 60 * 60 * 1000).toISOString();
  const byAge = tasks()
    .map((task) => ({ task, size: sizeOf(read(task)), keptAt: read(task)?.keptAt ?? "" }))
    .sort((a, b) => b.keptAt.localeCompare(a.keptAt));
  let room = MOST_OF_ALL;
  for (const { task, size, keptAt } of byAge) {
    room -= size;
    if (room < 0 || keptAt < limit) attempt(() => localStorage.removeItem(PREFIX + task), undefined);
  }
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener("pagehide", writeHistories);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") writeHistories();
  });
}

function tasks(): string[] {
  const names = attempt(() => Object.keys(localStorage), []);
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
}

function read(task: string): Shelf | null {
  return attempt(() => {
    const shelf = JSON.parse(localStorage.getItem(PREFIX + task) ?? "null") as Partial<Shelf> | null;
    return typeof shelf?.parts === "object" && shelf.user !== undefined ? (shelf as Shelf) : null;
  }, null);
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : (JSON.stringify(value)?.length ?? 0);
}
