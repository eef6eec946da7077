/**
 * Seconds a person really worked: the page was visible and something was done within the last
 * `idleSeconds`. Reading without touching anything counts up to that limit and then pauses.
 */
export class ActiveTime {
  #counted: number;
  #settledAt: number;
  #lastActivity: number | null = null;
  #isVisible: boolean;
  readonly #idleMs: number;
  readonly #now: () => number;

  constructor(options: { idleSeconds: number; startSeconds?: number; isVisible?: boolean; now?: () => number }) {
    this.#idleMs = options.idleSeconds * 1000;
    this.#counted = (options.startSeconds ?? 0) * 1000;
    this.#isVisible = options.isVisible ?? true;
    this.#now = options.now ?? Date.now;
    this.#settledAt = this.#now();
  }

  /** A key, a pointer, a wheel: the person is there. */
  activity(): void {
    this.#settle();
    this.#lastActivity = this.#now();
  }

  setVisible(isVisible: boolean): void {
    this.#settle();
    this.#isVisible = isVisible;
    if (isVisible) this.#lastActivity = this.#now();
  }

  /** Seconds so far, in tenths. */
  seconds(): number {
    this.#settle();
    return Math.round(this.#counted / 100) / 10;
  }

  /** How long ago the person last did something, in seconds. */
  idleSeconds(): number {
    return this.#lastActivity === null ? Infinity : (this.#now() - this.#lastActivity) / 1000;
  }

  #settle(): void {
    const now = this.#now();
    if (this.#isVisible && this.#lastActivity !== null) {
      const end = Math.min(now, this.#lastActivity + this.#idleMs);
      this.#counted += Math.max(end - this.#settledAt, 0);
    }
    this.#settledAt = now;
  }
}
