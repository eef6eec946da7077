import { behindSign, editBetween, nextBurst, type Burst, type Typed } from "./bursts";

/** What one step of writing put in the place of what. */
interface Step {
  start: number;
  removed: string;
  added: string;
}

/** A change to be made in the field; `caret` is where the cursor belongs then. */
export interface Put {
  span: readonly [start: number, end: number];
  words: string;
  caret: number;
}

/** As it is kept on the device. */
export interface KeptTextHistory {
  text: string;
  undo: readonly Step[];
  redo: readonly Step[];
}

const MAX_STEPS = 500;

/** The steps in which one text was written, each as small as what it changed. */
export class TextHistory {
  #text: string;
  #undo: Step[] = [];
  #redo: Step[] = [];
  #burst: Burst | null = null;

  constructor(text: string, kept: KeptTextHistory | null = null) {
    this.#text = kept?.text ?? text;
    this.#undo = [...(kept?.undo ?? [])];
    this.#redo = [...(kept?.redo ?? [])];
    // Written in the moment before a crash, perhaps: the steps before it are still right.
    if (kept) this.note(text, 0, "whole");
  }

  get text(): string {
    return this.#text;
  }

  /** The text has become this; `joined` belongs to the change before it, as the two halves of a drag do. */
  note(after: string, at: number, how?: Typed["how"] | "joined"): void {
    const before = this.#text;
    if (after === before) return;
    const last = this.#burst;
    const kind = how === "joined" ? "whole" : how;
    this.#burst = nextBurst(last, { field: "", before, after, at, ...(kind && { how: kind }) });
    const goesOn = how === "joined" || this.#burst.number === last?.number;
    const step = goesOn ? this.#undo.pop() : undefined;
    this.#push(step ? undone(before, step) : before, after);
    this.#redo = [];
    this.#text = after;
  }

  /** The next change is a step of its own. */
  end(): void {
    this.#burst = this.#burst && { ...this.#burst, isWhole: true };
  }

  undo(): Put | null {
    const step = this.#undo.pop();
    if (!step) return null;
    this.#redo.push(step);
    return this.#put(step.start, step.added.length, step.removed);
  }

  redo(): Put | null {
    const step = this.#redo.pop();
    if (!step) return null;
    this.#undo.push(step);
    return this.#put(step.start, step.removed.length, step.added);
  }

  /** The newest steps that fit into so many characters. */
  kept(room: number): KeptTextHistory | null {
    let left = room - this.#text.length;
    const fits = ({ removed, added }: Step) => (left -= removed.length + added.length + 40) >= 0;
    const undo: Step[] = [];
    for (const step of [...this.#undo].reverse()) {
      if (!fits(step)) break;
      undo.unshift(step);
    }
    const redo = this.#redo.every(fits) ? this.#redo : [];
    return left + room > 0 && undo.length + redo.length > 0 ? { text: this.#text, undo, redo } : null;
  }

  #push(before: string, after: string): void {
    const { start, removed, added } = editBetween(before, after);
    if (removed === 0 && added === 0) return;
    this.#undo.push({
      start,
      removed: before.slice(start, start + removed),
      added: after.slice(start, start + added),
    });
    if (this.#undo.length > MAX_STEPS) this.#undo.shift();
  }

  #put(start: number, length: number, words: string): Put {
    this.end();
    this.#text = this.#text.slice(0, start) + words + this.#text.slice(start + length);
    return { span: [start, start + length], words, caret: behindSign(this.#text, start + words.length) };
  }
}

function undone(text: string, { start, removed, added }: Step): string {
  return text.slice(0, start) + removed + text.slice(start + added.length);
}
