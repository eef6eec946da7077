import type { UploadResult } from "@/api/types";
import { isApiError } from "@/api/errors";
import { attempt } from "@/lib/attempt";
import type { Alone } from "./alone";
import { digestOf } from "./digest";
import { firstOf, isOver, isUnderWay, withResults, type UploadItem, type UploadRow, type UploadStatus } from "./items";
import type { UploadStore } from "./store";
import { Tabs } from "./tabs";

export interface QueueState {
  items: readonly UploadItem[];
  isPaused: boolean;
  /** Why sending stopped; where `isTryingAgain`, it goes on by itself. */
  error: unknown;
  isTryingAgain: boolean;
  /** The first file that was sent after files that the server had already, by project. */
  wentOnWith: Readonly<Record<number, string>>;
}

/** What an upload needs of the server. */
export interface UploadServer {
  send: (project: number, files: readonly File[]) => Promise<UploadResult>;
  /** Which of these digests the project has already. */
  there: (project: number, digests: string[]) => Promise<string[]>;
  /** Called when something of a project has arrived. */
  changed: (project: number) => Promise<void>;
}

interface Needs {
  user: number;
  server: UploadServer;
  /** Null where the browser keeps nothing. */
  store: UploadStore | null;
  alone: Alone;
  /** After so many milliseconds it is tried again: the last is for all later attempts. */
  backOff?: readonly number[];
}

const BACK_OFF_MS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
/** So long files wait for their owner to come back. */
const MOST_DAYS = 14;
const DAY_MS = 86_400_000;
const AT_ONCE = 20;

/**
 * The files that one person sends, to whichever projects, one small request after the other. They are written down
 * in this browser first: the queue goes on while other pages are shown, after a reload and in another tab.
 */
export class UploadQueue {
  state: QueueState;
  private readonly needs: Needs;
  private readonly tabs: Tabs;
  private readonly listeners = new Set<() => void>();
  private readonly files = new Map<string, Blob>();
  /** Files that a request was refused over are sent one by one: one of them is to blame. */
  private readonly single = new Set<string>();
  private readonly pausedKey: string;
  private isRunning = false;
  private isStopped = false;
  private attempts = 0;
  private wake: () => void = () => undefined;

  constructor(needs: Needs) {
    this.needs = needs;
    this.pausedKey = `annotate:uploads:paused:${String(needs.user)}`;
    const isPaused = attempt(() => localStorage.getItem(this.pausedKey) !== null, false);
    this.state = { items: [], isPaused, error: null, isTryingAgain: false, wentOnWith: {} };
    this.tabs = new Tabs(needs.user, {
      rows: (rows) => this.merge(rows),
      removed: (ids) => this.drop(new Set(ids)),
      paused: (paused) => this.setPaused(paused),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes up what an earlier page left. */
  async start(): Promise<void> {
    window.addEventListener("online", this.retryNow);
    const { store, user } = this.needs;
    try {
      await store?.forgetBefore(Date.now() - MOST_DAYS * DAY_MS);
      const rows = (await store?.rows(user)) ?? [];
      // What went well needs nobody's attention a second time.
      if (rows.every(({ status }) => status === "added" || status === "known"))
        await store?.remove(rows.map(({ id }) => id));
      else this.merge(rows);
    } catch {
      // A storage that cannot be read holds nothing; new files wait in the tab.
    }
    void this.run();
  }

  /** Another person took the page over: nothing more is sent in this one's name. */
  stop(): void {
    this.isStopped = true;
    window.removeEventListener("online", this.retryNow);
    this.tabs.close();
    this.wake();
  }

  add(project: number, files: readonly File[]): void {
    const at = Date.now();
    const added = files.map((file, place): UploadItem => {
      const id = `${at.toString(36)}-${String(place)}-${Math.random().toString(36).slice(2)}`;
      this.files.set(id, file);
      const { name, size, type } = file;
      const { user } = this.needs;
      const facts = { id, user, project, name, size, type, at, place };
      return { ...facts, status: "waiting", message: "", remedy: null, keeping: "keeping" };
    });
    this.set({ items: [...this.state.items, ...added] });
    void this.keep(added.map(({ id }) => id));
    void this.run();
  }

  /** Sends again what failed, at once. */
  readonly retry = (): void => {
    const again = this.state.items.filter(({ status }) => status === "failed");
    void this.settle(again.map((item) => ({ ...item, status: "waiting", message: "", remedy: null })));
    this.retryNow();
  };

  readonly pause = (paused: boolean): void => {
    attempt(
      () => (paused ? localStorage.setItem(this.pausedKey, "1") : localStorage.removeItem(this.pausedKey)),
      undefined,
    );
    this.setPaused(paused);
    this.tabs.tell({ paused });
  };

  /** Sends no more of it. What is on its way arrives; what has arrived stays. */
  readonly cancel = (project?: number): void => this.forget(({ status }) => status !== "sending", project);

  /** Takes what is over off the list. */
  readonly clear = (project?: number): void => this.forget((item) => !isUnderWay(item), project);

  // What follows is how it is done ---------------------------------------------------------------

  private readonly retryNow = (): void => {
    this.attempts = 0;
    this.set({ error: null, isTryingAgain: false });
    this.wake();
    void this.run();
  };

  private setPaused(isPaused: boolean): void {
    this.set({ isPaused });
    if (isPaused) this.wake();
    else this.retryNow();
  }

  private forget(isMeant: (item: UploadItem) => boolean, project: number | undefined): void {
    const meant = this.state.items.filter((item) => isMeant(item) && (project ?? item.project) === item.project);
    const ids = meant.map(({ id }) => id);
    this.drop(new Set(ids));
    this.tabs.tell({ removed: ids });
    this.needs.store?.remove(ids).catch(() => undefined);
  }

  private drop(ids: ReadonlySet<string>): void {
    for (const id of ids) this.files.delete(id);
    const items = this.state.items.filter(({ id }) => !ids.has(id));
    this.set({ items, ...(items.some(isUnderWay) ? {} : { error: null, isTryingAgain: false }) });
  }

  private async keep(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const part = new Set(ids.slice(at, at + AT_ONCE));
      const items = this.state.items.filter((item) => part.has(item.id) && !isOver(item));
      const isKept = await this.written(items);
      if (!isKept) {
        this.mark(new Set(ids.slice(at)), "held");
        return;
      }
      const now = new Map(this.state.items.map((item) => [item.id, item]));
      this.mark(part, "kept");
      for (const { id } of items) this.files.delete(id);
      // Meanwhile some have arrived, or were taken back.
      await this.needs.store?.remove(items.filter(({ id }) => !now.has(id)).map(({ id }) => id));
      const settled = items.map(({ id }) => now.get(id)).filter((item) => item !== undefined);
      await this.write(settled.filter(({ status }) => !["waiting", "sending"].includes(status)));
      this.tabs.tell({ rows: settled.map(rowOf) });
    }
  }

  private async written(items: readonly UploadItem[]): Promise<boolean> {
    const files = items.map((item) => ({ row: rowOf(item), content: this.files.get(item.id) ?? new Blob() }));
    try {
      if (!this.needs.store) return false;
      await this.needs.store.keep(files);
      return true;
    } catch {
      return false;
    }
  }

  private mark(ids: ReadonlySet<string>, keeping: UploadItem["keeping"]): void {
    this.set({ items: this.state.items.map((item) => (ids.has(item.id) ? { ...item, keeping } : item)) });
  }

  private get hasWork(): boolean {
    return !this.isStopped && !this.state.isPaused && this.state.items.some(({ status }) => status === "waiting");
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    const name = `annotate:uploads:${String(this.needs.user)}`;
    try {
      while (this.hasWork) await this.needs.alone(name, () => this.drain());
    } finally {
      this.isRunning = false;
    }
  }

  private async drain(): Promise<void> {
    // Another tab may have gone on, or away in the middle of it.
    const rows = await this.needs.store?.rows(this.needs.user).catch(() => []);
    if (rows) this.merge(rows);
    while (this.hasWork) {
      const batch = this.next();
      try {
        this.replace(batch.map((item) => ({ ...item, status: "sending" })));
        const answered = await this.take(batch);
        await this.settle(answered);
        this.attempts = 0;
        this.set({ error: null, isTryingAgain: false });
        if (answered.some(({ status }) => status === "waiting")) await this.rest();
        const { project } = batch[0] as UploadItem;
        if (answered.some(({ status }) => status === "added")) await this.needs.server.changed(project);
      } catch (problem) {
        await this.failed(batch, problem);
      }
    }
  }

  /** Those that only this tab has come first: what is written down can wait. */
  private next(): UploadItem[] {
    const waiting = this.state.items.filter(({ status }) => status === "waiting");
    const first = waiting.find(({ keeping }) => keeping === "held") ?? (waiting[0] as UploadItem);
    if (this.single.has(first.id)) return [first];
    const isAlike = ({ id, project, keeping }: UploadItem) =>
      project === first.project && (keeping === "held") === (first.keeping === "held") && !this.single.has(id);
    return firstOf(waiting.filter(isAlike));
  }

  /** Sends those whose content the project lacks; answers with what became of each. */
  private async take(batch: readonly UploadItem[]): Promise<UploadItem[]> {
    const { server } = this.needs;
    const read = await Promise.all(batch.map((item) => this.read(item)));
    const whole = read.filter((one) => one !== null);
    const project = (batch[0] as UploadItem).project;
    const digests = whole.map(({ digest }) => digest).filter((digest) => digest !== null);
    const there = new Set(digests.length > 0 ? await server.there(project, digests) : []);
    const known = whole.filter(({ digest }) => there.has(digest ?? "")).map(({ item }) => item);
    const fresh = whole.filter(({ digest }) => !there.has(digest ?? ""));
    if (fresh[0]) this.noteGoingOn(project, fresh[0].item.name, known.length > 0);
    const files = fresh.map(({ item, content }) => new File([content], item.name, { type: item.type }));
    const result = fresh.length > 0 ? await server.send(project, files) : { accepted: [], rejected: [] };
    const lost = batch.filter(({ id }) => !whole.some(({ item }) => item.id === id));
    const inState = (items: readonly UploadItem[], status: UploadStatus) => items.map((item) => ({ ...item, status }));
    const sent = fresh.map(({ item }) => item);
    return [...inState(known, "known"), ...inState(lost, "lost"), ...withResults(sent, result)];
  }

  /** Reads a file whole before anything is sent: one that went away since must not look like a lost network. */
  private async read(
    item: UploadItem,
  ): Promise<{ item: UploadItem; content: ArrayBuffer; digest: string | null } | null> {
    try {
      const blob = this.files.get(item.id) ?? (await this.needs.store?.content(item.id));
      if (!blob) return null;
      const content = await blob.arrayBuffer();
      return { item, content, digest: await digestOf(content) };
    } catch {
      return null;
    }
  }

  private noteGoingOn(project: number, name: string, hasKnown: boolean): void {
    const { items, wentOnWith } = this.state;
    const isFirst = hasKnown || items.some((item) => item.project === project && item.status === "known");
    if (isFirst && wentOnWith[project] === undefined) this.set({ wentOnWith: { ...wentOnWith, [project]: name } });
  }

  private async failed(batch: readonly UploadItem[], problem: unknown): Promise<void> {
    const error = isApiError(problem) ? problem : null;
    if (!error || error.retry || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status)) {
      this.replace(batch.map((item) => ({ ...item, status: "waiting" })));
      this.set({ error: problem, isTryingAgain: true });
      await this.rest();
    } else if (batch.length > 1 && [400, 413, 422].includes(error.status)) {
      for (const { id } of batch) this.single.add(id);
      this.replace(batch.map((item) => ({ ...item, status: "waiting" })));
    } else {
      // One who may not upload, or a project that is gone: its other files would meet the same fate.
      const isAll = ![400, 413, 422].includes(error.status);
      const first = batch[0] as UploadItem;
      const others = this.state.items.filter((item) => item.project === first.project && item.status === "waiting");
      const { message, remedy } = error;
      const ones = isAll ? [...batch, ...others] : batch;
      await this.settle(ones.map((item) => ({ ...item, status: "failed", message, remedy })));
    }
  }

  private async rest(): Promise<void> {
    const waits = this.needs.backOff ?? BACK_OFF_MS;
    const ms = waits[Math.min(this.attempts, waits.length - 1)];
    this.attempts += 1;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async settle(items: readonly UploadItem[]): Promise<void> {
    this.replace(items);
    for (const item of items) if (isOver(item)) this.files.delete(item.id);
    await this.write(items.filter(({ keeping }) => keeping === "kept"));
  }

  private async write(items: readonly UploadItem[]): Promise<void> {
    if (items.length === 0) return;
    const rows = items.map(rowOf);
    this.tabs.tell({ rows });
    // What cannot be written is asked of the server again: it takes each content once.
    await this.needs.store?.settle(rows).catch(() => undefined);
  }

  /** Rows as they are written down, over those that stand here. */
  private merge(rows: readonly UploadRow[]): void {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const items = this.state.items.map((item): UploadItem => {
      const row = byId.get(item.id);
      byId.delete(item.id);
      return row && !isOver(item) ? { ...row, keeping: "kept" } : item;
    });
    this.set({ items: [...items, ...[...byId.values()].map((row): UploadItem => ({ ...row, keeping: "kept" }))] });
    if (rows.length > 0) void this.run();
  }

  private replace(changed: readonly UploadItem[]): void {
    const byId = new Map(changed.map((item) => [item.id, item]));
    const items = this.state.items.map((item) => {
      const now = byId.get(item.id);
      // Whether it is kept may have been found out meanwhile.
      return now ? { ...now, keeping: item.keeping } : item;
    });
    this.set({ items });
    const sending = changed.filter(({ status, keeping }) => status === "sending" && keeping === "kept");
    if (sending.length > 0) this.tabs.tell({ rows: sending.map(rowOf) });
  }

  private set(changes: Partial<QueueState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}

function rowOf(item: UploadItem): UploadRow {
  const row: Partial<UploadItem> & UploadRow = { ...item };
  delete row.keeping;
  return row;
}
