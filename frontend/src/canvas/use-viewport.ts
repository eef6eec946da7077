import { useEffect, useMemo, useState } from "react";
import type { Box, Point, Size } from "./geometry";
import type { PhotoSource } from "./photo";
import { turnBox, turnedBy, turnedSize, unturnBox, type Turn } from "./turn";
import { useLook, type LookControls } from "./use-look";
import * as viewports from "./viewport";
import type { Viewport } from "./viewport";

export type ViewportControls = {
  readonly source: PhotoSource;
  /** Lies in the turned image: what `toView` gives. */
  readonly view: Viewport;
  readonly turn: Turn;
  /** The image as it is turned now. */
  readonly size: Size;
  readonly turnBy: (quarters: 1 | -1) => void;
  /** From a box of the upright image to one of the image as it is turned. */
  readonly toView: (box: Box) => Box;
  readonly fromView: (box: Box) => Box;
  /** How bright it is shown, and how strong the lens is. */
  readonly look: LookControls;
  readonly lens: { readonly isOn: boolean; readonly toggle: () => void };
  /** The size of the part of the page that shows the image. */
  readonly screen: Size;
  /** Give this to the element that shows the image. */
  readonly attach: (element: HTMLElement | null) => void;
  readonly element: HTMLElement | null;
  readonly fit: () => void;
  readonly actualSize: () => void;
  readonly zoomBy: (factor: number, at?: Point) => void;
  readonly zoomTo: (box: Box) => void;
  readonly panBy: (dx: number, dy: number) => void;
  /** In the upright image, as are the boxes to zoom to. */
  readonly middleOfSight: () => Box;
  readonly pinch: (before: readonly [Point, Point], after: readonly [Point, Point]) => void;
};

type State = {
  readonly view: Viewport;
  readonly screen: Size;
  readonly isFitted: boolean;
  readonly turn: Turn;
};

const UNKNOWN: Size = { width: 800, height: 600 };

/** Where the image stands on screen. A fitted image stays fitted when the window changes. */
export function useViewport(source: PhotoSource): ViewportControls {
  const { width, height } = source;
  const image = useMemo(() => ({ width, height }), [width, height]);
  const [element, attach] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<State>(() => fitted(image, UNKNOWN, 0));
  const [hasLens, setLens] = useState(false);
  const look = useLook(source.urls.view);

  useEffect(() => {
    if (!element) return;
    const measure = () => {
      const screen = { width: element.clientWidth || UNKNOWN.width, height: element.clientHeight || UNKNOWN.height };
      setState((old) => resized(old, image, screen));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, image]);

  const actions = useMemo(() => actionsOn(image, setState), [image]);
  const { view, screen, turn } = state;
  return useMemo(() => {
    const size = turnedSize(image, turn);
    return {
      source,
      view,
      screen,
      turn,
      size,
      attach,
      element,
      look,
      lens: { isOn: hasLens, toggle: () => setLens((was) => !was) },
      toView: (box: Box) => turnBox(box, image, turn),
      fromView: (box: Box) => unturnBox(box, image, turn),
      middleOfSight: () => unturnBox(viewports.middleOfSight(view, size, screen), image, turn),
      ...actions,
    };
  }, [source, view, image, screen, turn, element, look, hasLens, actions]);
}

function actionsOn(image: Size, setState: (update: (state: State) => State) => void) {
  const change = (update: (state: State, size: Size) => Viewport) =>
    setState((old) => ({ ...old, view: update(old, turnedSize(image, old.turn)), isFitted: false }));
  return {
    fit: () => setState((old) => fitted(image, old.screen, old.turn)),
    turnBy: (quarters: 1 | -1) =>
      setState((old) => fitted(image, old.screen, turnedBy(old.turn, quarters))),
    actualSize: () => change(({ view, screen }, size) => viewports.actualSize(view, size, screen)),
    zoomBy: (factor: number, at?: Point) =>
      change(({ view, screen }, size) =>
        viewports.zoomAt(view, at ?? middleOf(screen), factor, size, screen),
      ),
    zoomTo: (box: Box) =>
      change(({ screen, turn }, size) => viewports.zoomToBox(turnBox(box, image, turn), size, screen)),
    panBy: (dx: number, dy: number) =>
      change(({ view, screen }, size) => viewports.pan(view, dx, dy, size, screen)),
    pinch: (before: readonly [Point, Point], after: readonly [Point, Point]) =>
      change(({ view, screen }, size) => viewports.pinch(view, before, after, size, screen)),
  };
}

function fitted(image: Size, screen: Size, turn: Turn): State {
  return { view: viewports.fit(turnedSize(image, turn), screen), screen, isFitted: true, turn };
}

function resized(old: State, image: Size, screen: Size): State {
  if (screen.width === old.screen.width && screen.height === old.screen.height) return old;
  if (old.isFitted) return fitted(image, screen, old.turn);
  const dx = (screen.width - old.screen.width) / 2;
  const dy = (screen.height - old.screen.height) / 2;
  return { ...old, screen, view: viewports.pan(old.view, dx, dy, turnedSize(image, old.turn), screen) };
}

function middleOf(screen: Size): Point {
  return { x: screen.width / 2, y: screen.height / 2 };
}
