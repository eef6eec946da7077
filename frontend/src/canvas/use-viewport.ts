import { useCallback, useEffect, useMemo, useState } from "react";
import type { Box, Point, Size } from "./geometry";
import * as viewports from "./viewport";
import type { Viewport } from "./viewport";

export type ViewportControls = {
  readonly view: Viewport;
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
  readonly middleOfSight: () => Box;
  readonly pinch: (before: readonly [Point, Point], after: readonly [Point, Point]) => void;
};

type State = { readonly view: Viewport; readonly screen: Size; readonly isFitted: boolean };

const UNKNOWN: Size = { width: 800, height: 600 };

/** Where the image stands on screen. A fitted image stays fitted when the window changes. */
export function useViewport(width: number, height: number): ViewportControls {
  const image = useMemo(() => ({ width, height }), [width, height]);
  const [element, attach] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<State>(() => fitted(image, UNKNOWN));

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

  const change = useCallback(
    (update: (state: State) => Viewport) =>
      setState((old) => ({ ...old, view: update(old), isFitted: false })),
    [],
  );
  const actions = useMemo(() => actionsOn(image, change, setState), [image, change]);
  const { view, screen } = state;
  return useMemo(
    () => ({
      view,
      screen,
      attach,
      element,
      middleOfSight: () => viewports.middleOfSight(view, image, screen),
      ...actions,
    }),
    [view, image, screen, element, actions],
  );
}

function actionsOn(
  image: Size,
  change: (update: (state: State) => Viewport) => void,
  setState: (update: (state: State) => State) => void,
) {
  return {
    fit: () => setState((old) => fitted(image, old.screen)),
    actualSize: () => change(({ view, screen }) => viewports.actualSize(view, image, screen)),
    zoomBy: (factor: number, at?: Point) =>
      change(({ view, screen }) =>
        viewports.zoomAt(view, at ?? middleOf(screen), factor, image, screen),
      ),
    zoomTo: (box: Box) => change(({ screen }) => viewports.zoomToBox(box, image, screen)),
    panBy: (dx: number, dy: number) =>
      change(({ view, screen }) => viewports.pan(view, dx, dy, image, screen)),
    pinch: (before: readonly [Point, Point], after: readonly [Point, Point]) =>
      change(({ view, screen }) => viewports.pinch(view, before, after, image, screen)),
  };
}

function fitted(image: Size, screen: Size): State {
  return { view: viewports.fit(image, screen), screen, isFitted: true };
}

function resized(old: State, image: Size, screen: Size): State {
  if (screen.width === old.screen.width && screen.height === old.screen.height) return old;
  if (old.isFitted) return fitted(image, screen);
  const dx = (screen.width - old.screen.width) / 2;
  const dy = (screen.height - old.screen.height) / 2;
  return { ...old, screen, view: viewports.pan(old.view, dx, dy, image, screen) };
}

function middleOf(screen: Size): Point {
  return { x: screen.width / 2, y: screen.height / 2 };
}
