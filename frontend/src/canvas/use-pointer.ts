import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from "react";
import { hitTest, type Box, type Handle, type Point, type Size } from "./geometry";
import { clickSelection, dragFor, type Scene } from "./gesture";
import { bandSelection, boxesAt, reachAt, sketchOf, startsOf, type Running } from "./running";
import { only, type Selection } from "./selection";
import { useEdgePan } from "./use-edge-pan";
import { useSpaceKey } from "./use-space-key";
import type { ViewportControls } from "./use-viewport";
import { toImage } from "./viewport";

/** What the owner of the boxes does with a gesture; without it the canvas only shows. */
export interface Editing {
  onDraw: (box: Box) => void;
  /** Called at every step of a drag with the same group name. */
  onBoxes: (boxes: ReadonlyMap<string, Box>, group: string) => void;
  onDragEnd: (group: string) => void;
  onDragCancel: (group: string) => void;
}

export interface PointerOptions {
  scene: Scene;
  image: Size;
  viewport: ViewportControls;
  editing: Editing | null;
  onSelect: (selection: Selection) => void;
  onHover: (id: string | null) => void;
}

/** A frame while it is drawn: of a new box, or of a band that selects. */
export interface Sketch {
  box: Box;
  kind: "draw" | "band";
}

/** A hand is never quite still: so many screen pixels are still a click. */
const CLICK_SLOP = { mouse: 3, touch: 8 } as const;
const PAN = { kind: "pan" } as const;
let gestures = 0;

export function usePointer(options: PointerOptions) {
  const latest = useRef(options);
  const running = useRef<Running | null>(null);
  const fingers = useRef(new Map<number, Point>());
  const over = useRef<Point | null>(null);
  const [sketch, setSketch] = useState<Sketch | null>(null);
  const [isSpaceHeld, panned] = useSpaceKey();
  const edge = useEdgePan(() => {
    if (running.current) follow(running.current, latest.current, setSketch);
  });
  useEffect(() => {
    latest.current = options;
  });

  const stop = () => {
    const gesture = running.current;
    running.current = null;
    edge.release();
    setSketch(null);
    return gesture;
  };

  const cancel = () => {
    const gesture = stop();
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
    over.current = event.pointerType === "touch" ? null : at;
    const gesture = running.current;
    if (!gesture) {
      if (event.pointerType !== "touch") hover(at, latest.current);
      return;
    }
    if (!gesture.hasMoved && isStillAClick(gesture, at, event.pointerType)) return;
    if (!gesture.hasMoved) lift(gesture, latest.current);
    gesture.hasMoved = true;
    const { viewport, image } = latest.current;
    if (gesture.drag.kind === "pan") {
      panned();
      viewport.panBy(at.x - gesture.last.x, at.y - gesture.last.y);
    } else edge.hold(at, viewport, image);
    gesture.last = at;
    follow(gesture, latest.current, setSketch);
  };

  const onPointerUp = (event: ReactPointerEvent<HTMLElement>) => {
    fingers.current.delete(event.pointerId);
    if (running.current?.pointerId === event.pointerId) {
      const gesture = stop();
      if (gesture) finish(gesture, event, latest.current);
    } else running.current ??= remaining(fingers.current);
  };

  const onPointerCancel = (event: ReactPointerEvent<HTMLElement>) => {
    fingers.current.delete(event.pointerId);
    cancel();
  };

  const onPointerLeave = () => {
    over.current = null;
    if (!running.current) latest.current.onHover(null);
  };

  const pointerAt = () => over.current;

  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave },
    sketch,
    cancel,
    /** Where a mouse or pen is over the canvas, for keys that work on what is under it. */
    pointerAt,
  };
}

function place(event: ReactPointerEvent<HTMLElement>): Point {
  const bounds = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
}

function addsTo(event: ReactPointerEvent<HTMLElement>): boolean {
  return event.shiftKey || event.ctrlKey || event.metaKey;
}

function begin(
  event: ReactPointerEvent<HTMLElement>,
  at: Point,
  { scene, viewport }: PointerOptions,
  wantsPan: boolean,
): Running {
  const point = toImage(viewport.view, at);
  const handle = handleAt(event.target);
  const isTouch = event.pointerType === "touch";
  const press = { point, button: event.button, isTouch, wantsPan, handle, adds: addsTo(event) };
  const drag = dragFor(press, scene);
  return running(event.pointerId, drag, point, at, startsOf(drag, scene));
}

function running(pointerId: number, drag: Running["drag"], from: Point, at: Point, starts: Running["starts"]): Running {
  gestures += 1;
  const group = `drag ${String(gestures)}`;
  return { pointerId, group, drag, from, screenFrom: at, starts, last: at, hasMoved: false };
}

/** One of two fingers was lifted: the other one goes on panning, and is never a press. */
function remaining(fingers: ReadonlyMap<number, Point>): Running | null {
  const [left] = fingers;
  if (!left) return null;
  const [pointerId, at] = left;
  return { ...running(pointerId, PAN, at, at, new Map()), hasMoved: true };
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
  { viewport, image, editing }: PointerOptions,
  setSketch: (sketch: Sketch | null) => void,
): void {
  const { kind } = gesture.drag;
  const { view } = viewport;
  const to = toImage(view, gesture.last);
  const reach = reachAt(view.scale);
  if (kind === "draw" || kind === "band") setSketch({ box: sketchOf(gesture, to, image, reach), kind });
  else if (kind !== "pan") editing?.onBoxes(boxesAt(gesture, to, image, reach), gesture.group);
}

function finish(gesture: Running, event: ReactPointerEvent<HTMLElement>, options: PointerOptions): void {
  const { scene, viewport, image, editing, onSelect } = options;
  if (!gesture.hasMoved) {
    if (event.button !== 0) return;
    const keys = { adds: addsTo(event), cycles: event.altKey };
    onSelect(clickSelection(gesture.from, scene, keys));
    return;
  }
  const { kind } = gesture.drag;
  if (kind === "move" || kind === "resize") editing?.onDragEnd(gesture.group);
  if (kind !== "draw" && kind !== "band") return;
  const { view } = viewport;
  const frame = sketchOf(gesture, toImage(view, place(event)), image, reachAt(view.scale));
  if (kind === "draw") editing?.onDraw(frame);
  else onSelect(bandSelection(scene.items, scene.selection, frame));
}

function hover(at: Point, { scene, viewport, onHover }: PointerOptions): void {
  const point = toImage(viewport.view, at);
  onHover(hitTest(scene.items, point, scene.tolerance)?.id ?? null);
}

function followFingers(fingers: Map<number, Point>, moved: number, at: Point, viewport: ViewportControls): void {
  const before = [...fingers.values()];
  if (!fingers.has(moved)) return;
  fingers.set(moved, at);
  const after = [...fingers.values()];
  const [a, b] = [before[0], before[1]];
  const [c, d] = [after[0], after[1]];
  if (a && b && c && d) viewport.pinch([a, b], [c, d]);
}
