import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { clamp, type Point, type Size } from "./geometry";
import type { Command } from "./keys";
import classes from "./lens.module.css";
import { photoTransform, type PhotoSource } from "./photo";
import { useShortcuts } from "./shortcuts";
import type { ViewportControls } from "./use-viewport";
import { toImage, type Viewport } from "./viewport";

/** So much larger than what is on screen. */
export const LENS_FACTOR = 3;
const DIAMETER = 240;
const STEP = 12;
const LEAP = 60;
/** A finger hides what is under it, so the lens stands above. */
const ABOVE_FINGER = 40;

type LensProps = { readonly source: PhotoSource; readonly viewport: ViewportControls };

/** A magnifying glass: it follows the pointer, a finger, and the arrow keys. */
export function Lens({ source, viewport }: LensProps) {
  const { t } = useTranslation("workbench");
  const { view, screen, turn, element, lens } = viewport;
  const [at, setAt] = useState<Point>(() => ({ x: screen.width / 2, y: screen.height / 2 }));
  const [isTouch, setTouch] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useFocusWhileOpen(box);
  useEffect(() => {
    if (!element) return;
    const follow = (event: PointerEvent) => {
      const bounds = element.getBoundingClientRect();
      setTouch(event.pointerType === "touch");
      setAt(keepInside({ x: event.clientX - bounds.left, y: event.clientY - bounds.top }, bounds));
    };
    element.addEventListener("pointermove", follow);
    element.addEventListener("pointerdown", follow);
    return () => {
      element.removeEventListener("pointermove", follow);
      element.removeEventListener("pointerdown", follow);
    };
  }, [element]);
  useShortcuts("lens", moveCommands((dx, dy) => setAt((old) => keepInside({ x: old.x + dx, y: old.y + dy }, screen))));

  const diameter = Math.min(DIAMETER, screen.width * 0.6, screen.height * 0.6);
  const inner = lensView(view, at, diameter);
  const style = { width: source.width, height: source.height, transform: photoTransform(source, inner, turn) };
  const top = isTouch ? at.y - diameter - ABOVE_FINGER : at.y - diameter / 2;
  return (
    <>
      <div className={classes.catcher} onPointerDown={(event) => event.stopPropagation()} />
      {/* It moves by the arrow keys, so it must be able to have the focus; Escape puts it away. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        role="region"
        tabIndex={0}
        aria-label={t("canvas.lens", { factor: LENS_FACTOR })}
        className={classes.lens}
        style={{ width: diameter, height: diameter, left: at.x - diameter / 2, top: Math.max(top, 0) }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          event.preventDefault();
          lens.toggle();
        }}
      >
        <img className={classes.photo} src={source.urls.view} alt="" style={style} draggable={false} />
        <img className={classes.photo} src={source.urls.full} alt="" style={style} draggable={false} />
      </div>
    </>
  );
}

/** What lies under the middle of the lens stays there, three times as large. */
export function lensView(view: Viewport, at: Point, diameter: number): Viewport {
  const point = toImage(view, at);
  const scale = view.scale * LENS_FACTOR;
  return { scale, x: diameter / 2 - point.x * scale, y: diameter / 2 - point.y * scale };
}

function keepInside(point: Point, { width, height }: Size): Point {
  return { x: clamp(point.x, 0, width), y: clamp(point.y, 0, height) };
}

const STEPS = [
  ["ArrowLeft", -1, 0],
  ["ArrowRight", 1, 0],
  ["ArrowUp", 0, -1],
  ["ArrowDown", 0, 1],
] as const;

function moveCommands(move: (dx: number, dy: number) => void): Command[] {
  return STEPS.map(([key, x, y], index) => ({
    id: "lens_move",
    keys: [key, `shift+${key}`],
    scope: "canvas",
    isUnlisted: index > 0,
    run: (event) => {
      const pixels = event.shiftKey ? LEAP : STEP;
      move(x * pixels, y * pixels);
    },
  }));
}

/** The arrow keys reach it at once; when it is put away the focus goes back to where it was. */
function useFocusWhileOpen(box: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [box]);
}
