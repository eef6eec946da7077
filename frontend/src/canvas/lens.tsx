import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Point } from "./geometry";
import type { Command } from "./keys";
import classes from "./lens.module.css";
import { keepOverImage, lensCorner, lensView } from "./lens-place";
import type { PhotoSource } from "./sheet";
import { TOLERANCE } from "./pyramid";
import { fills, Sheet } from "./sheet";
import { useShortcuts } from "./shortcuts";
import { Tiles } from "./tiles";
import type { ViewportControls } from "./use-viewport";

const DIAMETER = 240;
const STEP = 12;
const LEAP = 60;

interface LensProps {
  source: PhotoSource;
  viewport: ViewportControls;
}

/** A magnifying glass: it follows the pointer, a finger, and the arrow keys. */
export function Lens({ source, viewport }: LensProps) {
  const { t } = useTranslation("workbench");
  const { view, screen, turn, lens, look } = viewport;
  const [at, isTouch, moveBy] = usePlace(viewport);
  const [fullWidth, setFullWidth] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useFocusWhileOpen(box);
  useShortcuts("lens", [
    ...moveCommands(moveBy),
    { id: "lens_stronger", keys: ["PageUp"], scope: "canvas", run: () => look.setFactor(look.factor + 1) },
    { id: "lens_weaker", keys: ["PageDown"], scope: "canvas", run: () => look.setFactor(look.factor - 1) },
  ]);

  const diameter = Math.min(DIAMETER, screen.width * 0.6, screen.height * 0.6);
  const inner = lensView(view, at, diameter, look.factor);
  const corner = lensCorner(at, diameter, screen, isTouch);
  const shown = source.width * inner.scale * window.devicePixelRatio;
  return (
    <>
      <div className={classes.catcher} onPointerDown={(event) => event.stopPropagation()} />
      {/* It moves by the arrow keys, so it must be able to have the focus; Escape puts it away. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        role="region"
        tabIndex={0}
        aria-label={t("canvas.lens", { factor: look.factor })}
        className={classes.lens}
        style={{ width: diameter, height: diameter, left: corner.x, top: corner.y }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          event.preventDefault();
          lens.toggle();
        }}
      >
        <Sheet source={source} view={inner} turn={turn} filter={look.filter}>
          <img src={source.urls.view} alt="" style={fills(source)} draggable={false} />
          <img
            src={source.urls.full}
            alt=""
            style={fills(source)}
            draggable={false}
            onLoad={(event) => setFullWidth(event.currentTarget.naturalWidth)}
          />
          {source.urls.tiles !== undefined && (
            <Tiles
              address={source.urls.tiles}
              source={source}
              view={inner}
              turn={turn}
              screen={{ width: diameter, height: diameter }}
              areWanted={fullWidth > 0 && fullWidth < source.width && shown > fullWidth * TOLERANCE}
            />
          )}
        </Sheet>
        <span className={classes.factor} aria-hidden="true">
          {t("look.times", { factor: look.factor })}
        </span>
      </div>
    </>
  );
}

/** Where on the canvas it looks, in screen pixels of the canvas. */
function usePlace({ view, size, screen, element }: ViewportControls) {
  const [at, setAt] = useState<Point>(() => ({ x: screen.width / 2, y: screen.height / 2 }));
  const [isTouch, setTouch] = useState(false);
  useEffect(() => {
    if (!element) return;
    const follow = (event: PointerEvent) => {
      const bounds = element.getBoundingClientRect();
      setTouch(event.pointerType === "touch");
      setAt({ x: event.clientX - bounds.left, y: event.clientY - bounds.top });
    };
    element.addEventListener("pointermove", follow);
    element.addEventListener("pointerdown", follow);
    return () => {
      element.removeEventListener("pointermove", follow);
      element.removeEventListener("pointerdown", follow);
    };
  }, [element]);
  // Also when the window became smaller, or the image was moved under it.
  const inside = (point: Point) => keepOverImage(point, view, size, screen);
  const moveBy = (dx: number, dy: number) =>
    setAt((old) => {
      const { x, y } = inside(old);
      return { x: x + dx, y: y + dy };
    });
  return [inside(at), isTouch, moveBy] as const;
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
