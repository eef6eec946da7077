/** How boxes are drawn on this device: how strongly they are filled, and how wide their frames are. */
import { useSyncExternalStore } from "react";
import { clamp } from "./geometry";
import { isTyping } from "./keys";

export interface BoxStyle {
  /** Percent of the colour of a box that lies over the image where it is pointed at or selected. */
  fill: number;
  /** The frame of a box that nobody points at, in screen pixels. */
  stroke: number;
}

/** Nothing over the image: its colours are what is to be described. */
export const USUAL: BoxStyle = { fill: 0, stroke: 1.75 };
export const RANGES = {
  fill: { min: 0, max: 60, step: 4 },
  stroke: { min: 0.75, max: 6, step: 0.25 },
} as const;
const PLACE = "annotate:box-style";

/** What one chooses, and whether one is writing: then nothing tints the image, whatever was chosen. */
export class BoxStyleStore {
  #chosen: BoxStyle = kept();
  #isWriting = false;
  #drawn: BoxStyle = this.#chosen;
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) listenForWriting(this.#note, "addEventListener");
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) listenForWriting(this.#note, "removeEventListener");
    };
  };

  chosen = (): BoxStyle => this.#chosen;

  drawn = (): BoxStyle => this.#drawn;

  set = (name: keyof BoxStyle, wanted: number): void => {
    this.#chosen = { ...this.#chosen, [name]: clamp(wanted, RANGES[name].min, RANGES[name].max) };
    keep(this.#chosen);
    this.#tell();
  };

  #note = ({ type, target }: Event): void => {
    const isWriting = type === "focusin" && isTyping(target);
    if (isWriting === this.#isWriting) return;
    this.#isWriting = isWriting;
    this.#tell();
  };

  #tell(): void {
    this.#drawn = this.#isWriting && this.#chosen.fill > 0 ? { ...this.#chosen, fill: 0 } : this.#chosen;
    for (const listener of this.#listeners) listener();
  }
}

function listenForWriting(note: (event: Event) => void, how: "addEventListener" | "removeEventListener"): void {
  document[how]("focusin", note);
  document[how]("focusout", note);
}

function kept(): BoxStyle {
  try {
    const { fill, stroke } = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<BoxStyle>;
    return { fill: within("fill", fill), stroke: within("stroke", stroke) };
  } catch {
    return USUAL;
  }
}

function within(name: keyof BoxStyle, value: unknown): number {
  const isNumber = typeof value === "number" && Number.isFinite(value);
  return isNumber ? clamp(value, RANGES[name].min, RANGES[name].max) : USUAL[name];
}

function keep(style: BoxStyle): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(style));
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

export const boxStyle = new BoxStyleStore();

/** As boxes are to be drawn at this moment. */
export function useDrawnStyle(): BoxStyle {
  return useSyncExternalStore(boxStyle.subscribe, boxStyle.drawn);
}

export function useChosenStyle(): BoxStyle {
  return useSyncExternalStore(boxStyle.subscribe, boxStyle.chosen);
}
