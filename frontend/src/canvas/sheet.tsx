import type { CSSProperties, ReactNode } from "react";
import classes from "./sheet.module.css";
import { turnTransform, type Turn } from "./turn";
import type { Viewport } from "./viewport";

/** From this zoom on single pixels are meant to be seen, not blurred. */
const PIXELS_FROM = 4;

export interface PhotoSource {
  id: number;
  width: number;
  height: number;
  name: string;
  /** `tiles` only of an image that is larger than `full`. */
  urls: { view: string; full: string; tiles?: string };
}

interface SheetProps {
  source: PhotoSource;
  view: Viewport;
  turn: Turn;
  /** How it is shown: brighter, for example. Boxes are not meant. */
  filter: string | undefined;
  children: ReactNode;
}

/** Where everything lies that shows pixels of the image: it moves, turns and is lit as one. */
export function Sheet({ source, view, turn, filter, children }: SheetProps) {
  const { width, height } = source;
  return (
    <div className={classes.sheet} style={{ filter }}>
      <div
        className={classes.plane}
        style={{ width, height, transform: sheetTransform(source, view, turn) }}
        data-pixels={view.scale >= PIXELS_FROM || undefined}
      >
        {children}
      </div>
    </div>
  );
}

/** Fills the sheet with a copy of the image, whatever its resolution. */
export function fills({ width, height }: PhotoSource): CSSProperties {
  return { width, height };
}

export function sheetTransform(source: PhotoSource, view: Viewport, turn: Turn): string {
  const [x, y] = [onPixel(view.x), onPixel(view.y)];
  return `translate(${String(x)}px, ${String(y)}px) scale(${String(view.scale)})${turnTransform(source, turn)}`;
}

/** Between two pixels of the screen every pixel of the image would be blurred into its neighbour. */
function onPixel(offset: number): number {
  return Math.round(offset * window.devicePixelRatio) / window.devicePixelRatio;
}
