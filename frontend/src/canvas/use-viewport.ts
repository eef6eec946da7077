import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Box, Point, Size } from "./geometry";
import type { PhotoSource } from "./sheet";
import { turnBox, turnedSize, unturnBox, type Turn } from "./turn";
import { useLook, type LookControls } from "./use-look";
import { ViewStore, type Seen } from "./view-store";
import * as viewports from "./viewport";
import type { Viewport } from "./viewport";

export interface Switch {
  isOn: boolean;
  toggle: () => void;
}

export interface ViewportControls {
  source: PhotoSource;
  /** Lies in the turned image: what `toView` gives. Who draws with it must ask `useSeen` first. */
  view: Viewport;
  turn: Turn;
  /** The image as it is turned now. */
  size: Size;
  turnBy: (quarters: 1 | -1) => void;
  /** From a box of the upright image to one of the image as it is turned. */
  toView: (box: Box) => Box;
  fromView: (box: Box) => Box;
  lens: Switch;
  look: LookControls;
  /** Shows nothing but what is selected. */
  solo: Switch;
  /** The pointer can neither move nor resize a box. */
  lock: Switch;
  /** The size of the part of the page that shows the image. As `view`, it is what it is now. */
  screen: Size;
  /** Give this to the element that shows the image. */
  attach: (element: HTMLElement | null) => void;
  element: HTMLElement | null;
  fit: () => void;
  actualSize: () => void;
  zoomBy: (factor: number, at?: Point) => void;
  zoomTo: (box: Box) => void;
  panBy: (dx: number, dy: number) => void;
  /** In the upright image, as are the boxes to zoom to. */
  middleOfSight: () => Box;
  pinch: (before: readonly [Point, Point], after: readonly [Point, Point]) => void;
  store: ViewStore;
}

/**
 * Where the image stands on screen. The page that calls this is drawn anew when the image is turned
 * or a tool is switched, but not while somebody pans or zooms: see `useSeen`.
 */
export function useViewport(source: PhotoSource): ViewportControls {
  const { width, height } = source;
  const image = useMemo(() => ({ width, height }), [width, height]);
  const store = useMemo(() => new ViewStore(image), [image]);
  const turn = useSyncExternalStore(store.subscribe, () => store.snapshot().turn);
  const [element, attach] = useState<HTMLElement | null>(null);
  const look = useLook(source.urls.view);
  const lens = useSwitch();
  const solo = useSwitch();
  const lock = useSwitch();
  useMeasured(element, store);

  return useMemo(
    () => ({
      ...controlsOf(store, image, turn),
      source,
      store,
      turn,
      attach,
      element,
      lens,
      look,
      solo,
      lock,
      get view() {
        return store.snapshot().view;
      },
      get screen() {
        return store.snapshot().screen;
      },
    }),
    [source, store, image, turn, element, lens, look, solo, lock],
  );
}

/** What is seen now; the calling component is drawn anew whenever that changes. */
export function useSeen({ store }: ViewportControls): Seen {
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

function controlsOf(store: ViewStore, image: Size, turn: Turn) {
  const size = turnedSize(image, turn);
  const { fit, turnBy, actualSize, zoomBy, zoomTo, panBy, pinch } = store;
  return {
    ...{ fit, turnBy, actualSize, zoomBy, zoomTo, panBy, pinch, size },
    toView: (box: Box) => turnBox(box, image, turn),
    fromView: (box: Box) => unturnBox(box, image, turn),
    middleOfSight: () => {
      const { view, screen } = store.snapshot();
      return unturnBox(viewports.middleOfSight(view, size, screen), image, turn);
    },
  };
}

function useSwitch(): Switch {
  const [isOn, set] = useState(false);
  return useMemo(() => ({ isOn, toggle: () => set((was) => !was) }), [isOn]);
}

function useMeasured(element: HTMLElement | null, store: ViewStore): void {
  useEffect(() => {
    if (!element) return;
    const measure = () => store.resize(element.clientWidth, element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, store]);
}
