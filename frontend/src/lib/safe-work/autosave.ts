/**
 * Keeps what a person types: on this device at each change, on the server soon after.
 *
 * One request is in flight at a time. Each carries the version it is based on; when the server
 * has moved on, nothing is overwritten and the person chooses. Failures are retried with growing
 * pauses, and nothing is dropped until the server has it.
 */
import { forgetHistory } from "./histories";
import { isOwnSave, type CopyAbout, type LocalCopies } from "./local-copies";

export type SaveState =
  | { status: "clean" }
  | { status: "waiting" }
  | { status: "saving" }
  | { status: "saved"; at: string }
  | { status: "offline"; isKept: boolean }
  | { status: "failed"; message: string }
  | { status: "conflict" }
  | { status: "lost"; error?: unknown };

export interface Saved {
  version: number;
  savedAt: string;
}

/** What became of one attempt to save. */
export type SaveOutcome<T> =
  | ({ kind: "saved" } & Saved)
  /** The server has a newer draft. */
  | ({ kind: "stale"; work: T } & Saved)
  /** The assignment is no longer held by this person; mostly the work was stored all the same. */
  | { kind: "lost"; isStored: boolean; error?: unknown }
  | { kind: "unreachable" }
  | { kind: "refused"; message: string; canRetry: boolean };

export interface AutosaveOptions<T> {
  id: string;
  version: number;
  savedAt: string | null;
  send: (version: number, work: T, isLeaving: boolean) => Promise<SaveOutcome<T>>;
  copies: LocalCopies<T>;
  isSame: (a: T, b: T) => boolean;
  about?: CopyAbout;
  now?: () => Date;
}

export interface AutosaveListener<T> {
  onState: (state: SaveState) => void;
  onConflict: (server: Saved & { work: T }) => void;
}

export const QUIET_MS = 1_000;
/** Somebody who never pauses is saved all the same. */
export const LONGEST_WAIT_MS = 2_000;
const RETRY_MS = [2_000, 4_000, 8_000, 15_000] as const;
/** So many attempts are remembered that may have arrived although no answer came. */
const MOST_UNANSWERED = 3;

export class Autosave<T> {
  #version: number;
  #state: SaveState;
  #pending: T | null = null;
  #pendingSince = 0;
  #inFlight: Promise<void> | null = null;
  /** Sent on top of this version without an answer: the server may have taken one of them. */
  #unanswered: readonly T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStopped = false;
  #isHeld = false;
  readonly #listeners = new Set<AutosaveListener<T>>();
  readonly #options: AutosaveOptions<T>;

  constructor(options: AutosaveOptions<T>) {
    this.#options = options;
    this.#version = options.version;
    this.#state = options.savedAt ? { status: "saved", at: options.savedAt } : { status: "clean" };
  }

  get state(): SaveState {
    return this.#state;
  }

  listen(listener: AutosaveListener<T>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get version(): number {
    return this.#version;
  }

  get hasUnsaved(): boolean {
    return this.#pending !== null || this.#inFlight !== null;
  }

  /** Notes the newest work. Older unsaved work is part of it and needs no sending of its own. */
  change(work: T): void {
    if (this.#pending === null) this.#pendingSince = Date.now();
    this.#pending = work;
    const isKept = this.#keep(work);
    if (this.#isStopped || this.#state.status === "conflict") return;
    if (this.#failures > 0) {
      if (this.#state.status === "offline") this.#enter({ status: "offline", isKept });
      return;
    }
    if (this.#inFlight === null && this.#state.status !== "waiting") this.#enter({ status: "waiting" });
    this.#scheduleSoon();
  }

  /** Saves now what is not saved yet; resolves when nothing is in flight any more. */
  async flush(isLeaving = false): Promise<void> {
    clearTimeout(this.#timer);
    if (isLeaving) {
      this.#sendOnLeaving();
      return;
    }
    await this.#inFlight;
    await this.#save();
  }

  /** Waits for what is under way and then sends nothing more, while an answer is being submitted. */
  async hold(): Promise<void> {
    this.#isHeld = true;
    clearTimeout(this.#timer);
    await this.#inFlight;
  }

  /** Takes up saving again after a submission that did not succeed. */
  resume(): void {
    this.#isHeld = false;
    if (this.#pending !== null) this.#schedule(QUIET_MS);
  }

  /** The answer has delivered: the copy on this device has done its duty. */
  finish(): void {
    this.stop();
    this.#pending = null;
    this.#options.copies.remove(this.#options.id);
    forgetHistory(this.#options.id);
  }

  /** Takes up the work again after `stop`; a lost assignment stays lost. */
  start(): void {
    if (this.#state.status === "lost") return;
    this.#isStopped = false;
    if (this.#pending !== null) this.#schedule(QUIET_MS);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** The conflict was settled: `work` goes on from the version the server has. */
  resolveConflict(version: number, work: T | null): void {
    this.#version = version;
    this.#unanswered = [];
    this.#pending = null;
    this.#failures = 0;
    this.#options.copies.remove(this.#options.id);
    this.#enter({ status: "clean" });
    if (work !== null) this.change(work);
  }

  /** The network is back: no reason to wait for the next try. */
  retryNow(): void {
    if (this.#failures > 0 && !this.#isStopped) void this.flush();
  }

  /** After a pause, but never later than the longest wait after the first change not yet sent. */
  #scheduleSoon(): void {
    const untilLongest = this.#pendingSince + LONGEST_WAIT_MS - Date.now();
    this.#schedule(Math.min(QUIET_MS, Math.max(untilLongest, 0)));
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), delay);
  }

  async #save(): Promise<void> {
    const work = this.#pending;
    if (work === null || this.#inFlight || this.#isStopped || this.#isHeld) return;
    if (this.#state.status === "conflict") return;
    this.#enter({ status: "saving" });
    this.#note(work);
    this.#pending = null;
    this.#inFlight = this.#attempt(work);
    await this.#inFlight;
  }

  /** From now on this may be what the server has, whether or not its answer arrives. */
  #note(work: T): void {
    const [first, ...others] = this.#unanswered;
    // The first of them is the likeliest: whatever came after it was sent to a server that was gone.
    const before = first === undefined ? [] : [first, ...others.slice(2 - MOST_UNANSWERED)];
    this.#unanswered = [...before, work];
    this.#keep(work);
  }

  async #attempt(work: T): Promise<void> {
    let outcome: SaveOutcome<T>;
    try {
      outcome = await this.#options.send(this.#version, work, false);
    } catch {
      outcome = { kind: "unreachable" };
    }
    this.#inFlight = null;
    if (this.#isStopped) return;
    this.#handle(outcome, work);
  }

  #handle(outcome: SaveOutcome<T>, work: T): void {
    switch (outcome.kind) {
      case "saved":
        return this.#accept(outcome);
      case "stale":
        // The answer to an earlier request may have been lost on the way: then we are the newer side.
        if (this.#options.isSame(outcome.work, work)) return this.#accept(outcome);
        this.#pending ??= work;
        if (isOwnSave(this.#here(), outcome, this.#options.isSame)) return this.#accept(outcome);
        this.#enter({ status: "conflict" });
        for (const listener of this.#listeners) listener.onConflict(outcome);
        return;
      case "lost":
        if (outcome.isStored && this.#pending === null) this.#options.copies.remove(this.#options.id);
        this.#pending ??= work;
        this.stop();
        return this.#enter({ status: "lost", error: outcome.error });
      case "unreachable":
        return this.#retry(work, { status: "offline", isKept: this.#keep(this.#pending ?? work) });
      case "refused":
        this.#pending ??= work;
        if (outcome.canRetry) return this.#retry(work, { status: "failed", message: outcome.message });
        return this.#enter({ status: "failed", message: outcome.message });
    }
  }

  #here() {
    return { baseVersion: this.#version, unanswered: this.#unanswered };
  }

  #accept(saved: Saved): void {
    this.#version = saved.version;
    this.#unanswered = [];
    this.#failures = 0;
    if (this.#pending === null) {
      this.#options.copies.remove(this.#options.id);
      this.#enter({ status: "saved", at: saved.savedAt });
      return;
    }
    this.#keep(this.#pending);
    this.#enter({ status: "waiting" });
    if (!this.#isHeld) this.#scheduleSoon();
  }

  #retry(work: T, state: SaveState): void {
    this.#pending ??= work;
    const delay = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? RETRY_MS[0];
    this.#failures += 1;
    this.#enter(state);
    if (!this.#isHeld) this.#schedule(delay);
  }

  /** The page may be gone before an answer comes: nothing is awaited, and the local copy stays. */
  #sendOnLeaving(): void {
    const work = this.#pending;
    if (work === null || this.#inFlight || this.#isStopped || this.#isHeld) return;
    if (this.#state.status === "conflict") return;
    this.#note(work);
    this.#pending = null;
    this.#inFlight = this.#options
      .send(this.#version, work, true)
      .catch((): SaveOutcome<T> => ({ kind: "unreachable" }))
      .then((outcome) => {
        this.#inFlight = null;
        if (!this.#isStopped) this.#handle(outcome, work);
      });
  }

  #keep(work: T): boolean {
    const changedAt = (this.#options.now?.() ?? new Date()).toISOString();
    const { about, copies, id } = this.#options;
    return copies.write(id, {
      ...this.#here(),
      work,
      changedAt,
      ...(about ? { about } : {}),
    });
  }

  #enter(state: SaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener.onState(state);
  }
}
