import { memo, type FocusEvent, type KeyboardEvent, type MouseEvent } from "react";
import { colourOf } from "./colours";
import type { Box } from "./geometry";
import classes from "./image-canvas.module.css";

export { colourOf };

export interface Shape {
  id: string;
  box: Box;
  /** The label as typed; may be empty. */
  name: string;
  hasProblem?: boolean;
  /** Whether what came with the task was looked at; left out where nothing did. */
  isLooked?: boolean | undefined;
}

/** A shape with the number it has in the list, also while others are not shown. */
export interface NumberedShape {
  shape: Shape;
  number: number;
}

interface Actions {
  describe: (shape: Shape, number: number) => string;
  onPress: (id: string, adds: boolean) => void;
  onFocus: (id: string, isByKey: boolean) => void;
  onBlur: () => void;
  onActivate: (id: string) => void;
}

type BoxButtonProps = Actions &
  NumberedShape & {
    isSelected: boolean;
    isHovered: boolean;
    isReachable: boolean;
  };

/**
 * A box as a button for keyboards and assistive technology. It lies where the box is and shows
 * nothing: what is seen is painted. Its whole size is the target of a screen reader's finger.
 */
const BoxButton = memo(function BoxButton(props: BoxButtonProps) {
  const { shape, number, isSelected, isHovered } = props;
  const { x, y, width, height } = shape.box;
  const state = isSelected ? classes.selected : isHovered ? classes.hovered : "";
  return (
    <div
      role="button"
      tabIndex={props.isReachable ? 0 : -1}
      aria-label={props.describe(shape, number)}
      aria-pressed={isSelected}
      data-box-id={shape.id}
      data-lit={isHovered || undefined}
      className={`${classes.box} ${state}`}
      style={{ left: x, top: y, width, height }}
      onFocus={(event) => props.onFocus(shape.id, isByKey(event))}
      onBlur={props.onBlur}
      onKeyDown={(event) => onKeyDown(event, props)}
      onKeyUp={(event) => onKeyUp(event, props)}
      onClick={(event) => onVirtualClick(event, props)}
    />
  );
});

type BoxButtonsProps = Actions & {
  shapes: readonly NumberedShape[];
  selection: readonly string[];
  hovered: string | null;
  /** The one that a key led to. */
  focused: string | null;
};

/** All boxes, of which Tab reaches one: the one it is on, the one selected last, or the first. */
export const BoxButtons = memo(function BoxButtons(props: BoxButtonsProps) {
  const { shapes, selection, hovered, focused, ...actions } = props;
  const chosen = new Set(selection);
  const last = selection[selection.length - 1];
  const reachable = [focused, last].find((id) => shapes.some(({ shape }) => shape.id === id)) ?? shapes[0]?.shape.id;
  return shapes.map(({ shape, number }) => (
    <BoxButton
      key={shape.id}
      shape={shape}
      number={number}
      isSelected={chosen.has(shape.id)}
      isHovered={hovered === shape.id}
      isReachable={reachable === shape.id}
      {...actions}
    />
  ));
});

/** Whether the browser would show the focus, as it does after a key and not after a press. */
function isByKey(event: FocusEvent<HTMLElement>): boolean {
  return event.currentTarget.matches(":focus-visible");
}

const WAYS: Readonly<Record<string, "nextElementSibling" | "previousElementSibling">> = {
  ArrowRight: "nextElementSibling",
  ArrowDown: "nextElementSibling",
  ArrowLeft: "previousElementSibling",
  ArrowUp: "previousElementSibling",
};

/** From box to box, in the order of the list. A selected one is moved by the same keys instead. */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  const way = WAYS[event.key];
  if (!way || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const beside = event.currentTarget[way];
  if (beside instanceof HTMLElement) beside.focus({ preventScroll: true });
}

function onKeyDown(
  event: KeyboardEvent<HTMLElement>,
  { shape, isSelected, onPress, onActivate }: BoxButtonProps,
): void {
  if (!isSelected) goOn(event);
  // With Ctrl it submits, wherever one is.
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (event.shiftKey) onPress(shape.id, true);
  else onActivate(shape.id);
}

function onKeyUp(event: KeyboardEvent, { shape, onPress }: BoxButtonProps): void {
  if (event.key === " ") onPress(shape.id, event.shiftKey);
}

/** Assistive technology presses without a pointer; real clicks are read from the pointer's place. */
function onVirtualClick(event: MouseEvent, { shape, onPress }: BoxButtonProps): void {
  if (event.detail === 0) onPress(shape.id, false);
}
