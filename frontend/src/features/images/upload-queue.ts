import type { UploadResult } from "@/api/types";
import { digestOf } from "./digest";
import { batches, withResults, type UploadItem } from "./uploads";

export interface QueueState {
  items: UploadItem[];
  busy: boolean;
  error: unknown;
  /** The first file that was sent after files that the server had already; null where it had none. */
  wentOnWith: string | null;
}

/** What an upload needs of the server. */
export interface UploadServer {
  send: (files: File[]) => Promise<UploadResult>;
  /** Which of these digests the project has already. */
  there: (digests: string[]) => Promise<string[]>;
  /** Called when the line is empty, or when sending stopped. */
  done: () => Promise<void>;
}

const EMPTY: QueueState = { items: [], busy: false, error: null, wentOnWith: null };

/**
 * Sends files one small request after the other; files added meanwhile join the line. It belongs to the page of the
 * browser and not to a screen, so that it goes on when somebody looks at something else.
 */
export class UploadQueue {
  state: QueueState = EMPTY;
  private readonly server: UploadServer;
  private readonly listeners = new Set<() => void>();
  private line: UploadItem[][] = [];
  private nextId = 1;

  constructor(server: UploadServer) {
    this.server = server;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly add = (files: File[]): void => {
    const added = files.map((file): UploadItem => {
      const id = this.nextId;
      this.nextId += 1;
      return { id, file, status: "waiting", message: "", remedy: null };
    });
    this.set({ items: [...this.state.items, ...added] });
    this.enqueue(added);
  };

  readonly retry = (): void => {
    const again = this.state.items
      .filter(({ status }) => status === "failed")
      .map((item): UploadItem => ({ ...item, status: "waiting" }));
    this.replace(again);
    this.enqueue(again);
  };

  readonly clear = (): void => this.set(EMPTY);

  private enqueue(items: UploadItem[]): void {
    this.line.push(...batches(items));
    if (!this.state.busy) void this.run();
  }

  private async run(): Promise<void> {
    this.set({ busy: true, error: null });
    for (let batch = this.line.shift(); batch; batch = this.line.shift()) {
      try {
        await this.take(batch);
      } catch (caught) {
        // What comes after would meet the same fate; the person decides when to go on.
        const left = [...batch, ...this.line.flat()];
        this.line = [];
        this.set({ error: caught });
        this.replace(left.map((item) => ({ ...item, status: "failed" })));
      }
    }
    this.set({ busy: false });
    await this.server.done();
  }

  private async take(batch: UploadItem[]): Promise<void> {
    this.replace(batch.map((item) => ({ ...item, status: "sending" })));
    const { known, fresh } = await this.apart(batch);
    this.replace(known.map((item) => ({ ...item, status: "known" })));
    const first = fresh[0];
    if (!first) return;
    const hasKnown = this.state.items.some(({ status }) => status === "known");
    if (hasKnown && this.state.wentOnWith === null) this.set({ wentOnWith: first.file.name });
    this.replace(withResults(fresh, await this.server.send(fresh.map(({ file }) => file))));
  }

  /** Those the server has by content, and the others. Without digests all are sent, and it refuses what it has. */
  private async apart(batch: UploadItem[]): Promise<{ known: UploadItem[]; fresh: UploadItem[] }> {
    const digests = await Promise.all(batch.map(({ file }) => digestOf(file)));
    const askable = digests.filter((digest) => digest !== null);
    const there = new Set(askable.length > 0 ? await this.server.there(askable) : []);
    const isKnown = (index: number) => there.has(digests[index] ?? "");
    return {
      known: batch.filter((_, index) => isKnown(index)),
      fresh: batch.filter((_, index) => !isKnown(index)),
    };
  }

  private replace(changed: UploadItem[]): void {
    const byId = new Map(changed.map((item) => [item.id, item]));
    this.set({ items: this.state.items.map((item) => byId.get(item.id) ?? item) });
  }

  private set(changes: Partial<QueueState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}
