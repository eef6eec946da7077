import { useEffect, useState } from "react";

/** A screen that takes the focus in the middle of a word takes the rest of the sentence with it. */
const PAUSE_MS = 1_000;

/** Does something once nobody is typing any more, nor dragging. A newer wish takes the place of an older one. */
export class AfterTyping {
  #lastSign = 0;
  #waiting: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Letters come by keys, but also from a keyboard on the screen or from speech. */
  listen(): () => void {
    const note = () => {
      this.#lastSign = Date.now();
    };
    const noteDrag = (event: PointerEvent) => {
      if (event.buttons !== 0) note();
    };
    const how = { capture: true, passive: true };
    window.addEventListener("keydown", note, how);
    window.addEventListener("input", note, how);
    window.addEventListener("pointermove", noteDrag, how);
    return () => {
      window.removeEventListener("keydown", note, how);
      window.removeEventListener("input", note, how);
      window.removeEventListener("pointermove", noteDrag, how);
      this.drop();
    };
  }

  wait(action: () => void): void {
    this.drop();
    this.#waiting = action;
    this.#look();
  }

  /** Somebody has asked for it: says whether there was anything to be done. */
  now(): boolean {
    const action = this.#waiting;
    this.drop();
    action?.();
    return action !== null;
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#waiting = null;
  }

  #look(): void {
    const rest = this.#lastSign + PAUSE_MS - Date.now();
    if (rest <= 0) this.now();
    else this.#timer = setTimeout(() => this.#look(), rest);
  }
}

export function useAfterTyping(): AfterTyping {
  const [afterTyping] = useState(() => new AfterTyping());
  useEffect(() => afterTyping.listen(), [afterTyping]);
  return afterTyping;
}
