import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from "react";
import {
  boxFromDrag,
  hitTest,
  moveBox,
  resizeBox,
  snapToImage,
  type Box,
  type Handle,
  type Point,
  type Size,
} from "./geometry";
import { clickSelection, dragFor, type Drag, type Scene } from "./gesture";
import { only, type Selection } from "./selection";
import type { ViewportControls } from "./use-viewport";
import { toImage, wheelFactor } from "./viewport";

/** What the owner of the boxes does with a gesture; without it the canvas only shows. */
export type Editing = {
  readonly onDraw: (box: Box) => void;
  /** Called at every step of a drag with the same group name. */
  readonly onBoxes: (boxes: ReadonlyMap<string, Box>, group: string) => void;
  readonly onDragEnd: (group: string) => void;
  readonly onDragCancel: (group: string) => void;
};

export type PointerOptions = {
  readonly scene: Scene;
  readonly image: Size;
  readonly viewport: ViewportControls;
  readonly editing: Editing | null;
  readonly onSelect: (selection: Selection) => void;
  readonly onHover: (id: string | null) => void;
};

type Running = {
  readonly pointerId: number;
  readonly group: string;
  readonly drag: Drag;
  readonly from: Point;
  readonly screenFrom: Point;
  readonly starts: ReadonlyMap<string, Box>;
  last: Point;
  hasMoved: boolean;
};

/** A hand is never quite still: so many screen pixels are still a click. */
const CLICK_SLOP = { mouse: 3, touch: 8 } as const;
const SNAP_PX = 4;
let gestures = 0;

export function usePointer(options: PointerOptions) {
  const latest = useRef(options);
  const running = useRef<Running | null>(null);
  const fingers = useRef(new Map<number, Point>());
  const [sketch, setSketch] = useState<Box | null>(null);
  const [isSpaceHeld, panned] = useSpaceKey();
  useEffect(() => {
    latest.current = options;
  });
  useWheel(options.viewport);

  const cancel = () => {
    const gesture = running.current;
    running.current = null;
    setSketch(null);
    if (gesture?.hasMoved) latest.current.editing?.onDragCancel(gesture.group);
    return gesture !== null;
  };

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button > 1) return;
    const at = place(event);
    fingers.current.set(event.pointerId, at);
    event.currentTarget.setPointerCapture?.(event.pointerId);
    if (fingers.current.size > 1) {
      cancel();
      return;
    }
    if (event.button === 1) event.preventDefault();
    running.current = begin(event, at, latest.current, isSpaceHeld());
  };

  const onPointerMove = (event: ReactPointerEvent<HTMLElement>) => {
    const at = place(event);
    if (fingers.current.size > 1) {
      followFingers(fingers.current, event.pointerId, at, latest.current.viewport);
      return;
    }
    const gesture = running.current;
    if (!gesture) {
      if (event.pointerType !== "touch") hover(at, latest.current);
      return;
    }
    if (!gesture.hasMoved && isStillAClick(gesture, at, event.pointerType)) return;
    if (!gesture.hasMoved) lift(gesture, latest.current);
    gesture.hasMoved = true;
    if (gesture.drag.kind === "pan") panned();
    follow(gesture, at, latest.current, setSketch);
    gesture.last = at;
  };

  const onPointerUp = (event: ReactPointerEvent<HTMLElement>) => {
    fingers.current.delete(event.pointerId);
    const gesture = running.current;
    if (gesture?.pointerId !== event.pointerId) return;
    running.current = null;
    setSketch(null);
    finish(gesture, place(event), event, latest.current);
  };

  const onPointerCancel = (event: ReactPointerEvent<HTMLElement>) => {
    fingers.current.delete(event.pointerId);
    cancel();
  };

  const onPointerLeave = () => {
    if (!running.current) latest.current.onHover(null);
  };

  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave },
    sketch,
    cancel,
  };
}

function place(event: ReactPointerEvent<HTMLElement>): Point {
  const bounds = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
}

function begin(
  event: ReactPointerEvent<HTMLElement>,
  at: Point,
  options: PointerOptions,
  wantsPan: boolean,
): Running {
  const from = toImage(options.viewport.view, at);
  const handle = handleAt(event.target);
  const isTouch = event.pointerType === "touch";
  const press = { point: from, button: event.button, isTouch, wantsPan, handle };
  const drag = dragFor(press, options.scene);
  gestures += 1;
  return {
    pointerId: event.pointerId,
    group: `drag ${String(gestures)}`,
    drag,
    from,
    screenFrom: at,
    starts: startsOf(drag, options.scene),
    last: at,
    hasMoved: false,
  };
}

function startsOf(drag: Drag, scene: Scene): ReadonlyMap<string, Box> {
  const ids = drag.kind === "move" ? drag.ids : drag.kind === "resize" ? [drag.id] : [];
  return new Map(
    scene.items.filter((item) => ids.includes(item.id)).map((item) => [item.id, item.box]),
  );
}

function handleAt(target: EventTarget): Handle | null {
  if (!(target instanceof Element)) return null;
  return (target.getAttribute("data-handle") as Handle | null) ?? null;
}

function isStillAClick(gesture: Running, at: Point, pointerType: string): boolean {
  const slop = pointerType === "touch" ? CLICK_SLOP.touch : CLICK_SLOP.mouse;
  return Math.hypot(at.x - gesture.screenFrom.x, at.y - gesture.screenFrom.y) < slop;
}

/** A box that is dragged without having been selected becomes the selected one. */
function lift(gesture: Running, { scene, onSelect }: PointerOptions): void {
  if (gesture.drag.kind !== "move") return;
  const [id] = gesture.drag.ids;
  if (id !== undefined && !scene.selection.includes(id)) onSelect(only(id));
}

function follow(
  gesture: Running,
  at: Point,
  options: PointerOptions,
  setSketch: (box: Box | null) => void,
): void {
  const { viewport, image } = options;
  const to = toImage(viewport.view, at);
  const [dx, dy] = [to.x - gesture.from.x, to.y - gesture.from.y];
  const { drag } = gesture;
  if (drag.kind === "pan") viewport.panBy(at.x - gesture.last.x, at.y - gesture.last.y);
  else if (drag.kind === "draw") setSketch(sketchOf(gesture, to, options));
  else {
    const boxes = new Map(
      [...gesture.starts].map(([id, box]) => [
        id,
        drag.kind === "resize"
          ? resizeBox(box, drag.handle, dx, dy, image)
          : moveBox(box, dx, dy, image),
      ]),
    );
    options.editing?.onBoxes(boxes, gesture.group);
  }
}

function sketchOf(gesture: Running, to: Point, { image, viewport }: PointerOptions): Box {
  const reach = SNAP_PX / viewport.view.scale;
  return boxFromDrag(snapToImage(gesture.from, image, reach), snapToImage(to, image, reach), image);
}

function finish(
  gesture: Running,
  at: Point,
  event: ReactPointerEvent<HTMLElement>,
  options: PointerOptions,
): void {
  if (!gesture.hasMoved) {
    if (event.button !== 0) return;
    const keys = { adds: event.shiftKey || event.ctrlKey || event.metaKey, cycles: event.altKey };
    options.onSelect(clickSelection(gesture.from, options.scene, keys));
    return;
  }
  if (gesture.drag.kind === "draw") {
    options.editing?.onDraw(sketchOf(gesture, toImage(options.viewport.view, at), options));
  } else if (gesture.drag.kind !== "pan") {
    options.editing?.onDragEnd(gesture.group);
  }
}

function hover(at: Point, { scene, viewport, onHover }: PointerOptions): void {
  const point = toImage(viewport.view, at);
  onHover(hitTest(scene.items, point, scene.tolerance)?.id ?? null);
}

function followFingers(
  fingers: Map<number, Point>,
  moved: number,
  at: Point,
  viewport: ViewportControls,
): void {
  const before = [...fingers.values()];
  if (!fingers.has(moved)) return;
  fingers.set(moved, at);
  const after = [...fingers.values()];
  const [a, b] = [before[0], before[1]];
  const [c, d] = [after[0], after[1]];
  if (a && b && c && d) viewport.pinch([a, b], [c, d]);
}

/** React listens to the wheel passively, so the page would scroll along. */
function useWheel(viewport: ViewportControls): void {
  const { element, zoomBy, panBy } = viewport;
  useEffect(() => {
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        panBy(-(event.deltaX || event.deltaY), 0);
        return;
      }
      const bounds = element.getBoundingClientRect();
      const at = { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
      zoomBy(wheelFactor(event.deltaY, event.deltaMode, event.ctrlKey), at);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [element, zoomBy, panBy]);
}

/** Space held down means pan. On its own it presses what has the focus, unless it was used to pan. */
function useSpaceKey(): [isHeld: () => boolean, panned: () => void] {
  const held = useRef(false);
  const used = useRef(false);
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const isOnCanvas = event.target instanceof Element && event.target.closest("[data-canvas]");
      if (event.key !== " " || (event.target !== document.body && !isOnCanvas)) return;
      event.preventDefault();
      if (!event.repeat) used.current = false;
      held.current = true;
    };
    const up = (event: KeyboardEvent) => {
      if (event.key !== " ") return;
      if (held.current && used.current) event.stopPropagation();
      held.current = false;
    };
    window.addEventListener("keydown", down, true);
    window.addEventListener("keyup", up, true);
    return () => {
      window.removeEventListener("keydown", down, true);
      window.removeEventListener("keyup", up, true);
    };
  }, []);
  return [() => held.current, () => (used.current = true)];
}
