import type { Box, Point, Size } from "./geometry";
import { turnBox, turnedBy, turnedSize, type Turn } from "./turn";
import * as viewports from "./viewport";
import type { Viewport } from "./viewport";

/** What of the image is seen: it changes sixty times a second while one pans. */
export interface Seen {
  view: Viewport;
  /** The size of the part of the page that shows the image. */
  screen: Size;
  turn: Turn;
}

type State = Seen & { isFitted: boolean };

const UNKNOWN: Size = { width: 800, height: 600 };

/** Kept outside of React, so that panning draws the canvas anew and not the page around it. */
export class ViewStore {
  readonly #image: Size;
  readonly #listeners = new Set<() => void>();
  #state: State;

  constructor(image: Size) {
    this.#image = image;
    this.#state = fitted(image, UNKNOWN, 0);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  snapshot = (): Seen => this.#state;

  fit = () => this.#set(fitted(this.#image, this.#state.screen, this.#state.turn));

  turnBy = (quarters: 1 | -1) =>
    this.#set(fitted(this.#image, this.#state.screen, turnedBy(this.#state.turn, quarters)));

  actualSize = () => this.#change(({ view, screen }, size) => viewports.actualSize(view, size, screen));

  zoomBy = (factor: number, at?: Point) =>
    this.#change(({ view, screen }, size) => viewports.zoomAt(view, at ?? middleOf(screen), factor, size, screen));

  zoomTo = (box: Box) =>
    this.#change(({ screen, turn }, size) => viewports.zoomToBox(turnBox(box, this.#image, turn), size, screen));

  panBy = (dx: number, dy: number) =>
    this.#change(({ view, screen }, size) => viewports.pan(view, dx, dy, size, screen));

  pinch = (before: readonly [Point, Point], after: readonly [Point, Point]) =>
    this.#change(({ view, screen }, size) => viewports.pinch(view, before, after, size, screen));

  /** The part of the page that shows the image has another size; a fitted image stays fitted. */
  resize(width: number, height: number): void {
    const old = this.#state;
    const screen = { width: width || UNKNOWN.width, height: height || UNKNOWN.height };
    if (screen.width === old.screen.width && screen.height === old.screen.height) return;
    if (old.isFitted) {
      this.#set(fitted(this.#image, screen, old.turn));
      return;
    }
    const dx = (screen.width - old.screen.width) / 2;
    const dy = (screen.height - old.screen.height) / 2;
    this.#set({ ...old, screen, view: viewports.pan(old.view, dx, dy, this.#size(), screen) });
  }

  #size(): Size {
    return turnedSize(this.#image, this.#state.turn);
  }

  #change(update: (state: State, size: Size) => Viewport): void {
    this.#set({ ...this.#state, view: update(this.#state, this.#size()), isFitted: false });
  }

  #set(state: State): void {
    const { view } = this.#state;
    const isSame = view.scale === state.view.scale && view.x === state.view.x && view.y === state.view.y;
    // At the edge of what can be panned nothing moves, and nothing need be drawn.
    this.#state = isSame ? { ...state, view } : state;
    for (const listener of this.#listeners) listener();
  }
}

function fitted(image: Size, screen: Size, turn: Turn): State {
  return { view: viewports.fit(turnedSize(image, turn), screen), screen, isFitted: true, turn };
}

function middleOf(screen: Size): Point {
  return { x: screen.width / 2, y: screen.height / 2 };
}
