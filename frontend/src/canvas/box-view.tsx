import { memo, type KeyboardEvent, type MouseEvent } from "react";
import type { Box } from "./geometry";
import classes from "./image-canvas.module.css";
import { widthOfText } from "./text-width";

export type Shape = {
  readonly id: string;
  readonly box: Box;
  /** The label as typed; may be empty. */
  readonly name: string;
  readonly hasProblem?: boolean;
};

export type BoxViewProps = {
  readonly shape: Shape;
  readonly number: number;
  readonly describe: (shape: Shape, number: number) => string;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  readonly onPress: (id: string, adds: boolean) => void;
  readonly onFocus: (id: string) => void;
  readonly onActivate: (id: string) => void;
};

/** Colours told apart by most eyes, on light and dark photos alike; the number says the same. */
const COLOURS = ["#4dabf7", "#ffd43b", "#69db7c", "#ff8787", "#da77f2", "#ffa94d", "#3bc9db", "#f783ac"];
const MAX_NAME = 28;

export function colourOf(number: number): string {
  return COLOURS[(number - 1) % COLOURS.length] as string;
}

function BoxViewInner(props: BoxViewProps) {
  const { shape, number, isSelected, isHovered } = props;
  const { box } = shape;
  const state = isSelected ? classes.selected : isHovered ? classes.hovered : "";
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={props.describe(shape, number)}
      aria-pressed={isSelected}
      data-box-id={shape.id}
      className={`${classes.box} ${state} ${shape.hasProblem ? classes.problem : ""}`}
      style={{ color: colourOf(number) }}
      onFocus={() => props.onFocus(shape.id)}
      onKeyDown={(event) => onKeyDown(event, props)}
      onKeyUp={(event) => onKeyUp(event, props)}
      onClick={(event) => onVirtualClick(event, props)}
    >
      <rect className={classes.outline} {...box} />
      <rect className={classes.frame} {...box} />
    </g>
  );
}

export const BoxView = memo(BoxViewInner);

type RaisedProps = {
  readonly shape: Shape;
  readonly number: number;
  readonly isSelected: boolean;
  readonly isAtTop: boolean;
};

/** The box in question once more, above all others: nothing may hide what one points at. */
export function RaisedBox({ shape, number, isSelected, isAtTop }: RaisedProps) {
  return (
    <g
      aria-hidden="true"
      className={`${classes.box} ${classes.raised} ${isSelected ? classes.selected : classes.hovered}`}
      style={{ color: colourOf(number) }}
    >
      <rect className={classes.outline} {...shape.box} />
      <rect className={classes.frame} {...shape.box} />
      <LabelMark shape={shape} number={number} isFull isAtTop={isAtTop} />
    </g>
  );
}

type LabelProps = {
  readonly shape: Shape;
  readonly number: number;
  /** Where the box is too narrow on screen for the name, the number stands alone. */
  readonly isFull: boolean;
  /** There is no room above the box: the label goes inside. */
  readonly isAtTop: boolean;
};

/** Labels form a layer of their own above all frames; the name of the box itself is its accessible one. */
export const BoxLabel = memo(function BoxLabel(props: LabelProps) {
  return (
    <g className={classes.box} style={{ color: colourOf(props.number) }}>
      <LabelMark {...props} />
    </g>
  );
});

function LabelMark({ shape: { box, name }, number, isFull, isAtTop }: LabelProps) {
  const text = isFull && name ? `${String(number)}  ${shorten(name)}` : String(number);
  const width = widthOfText(text) + 14;
  return (
    <g transform={`translate(${String(box.x)} ${String(box.y)})`}>
      <g className={classes.label}>
        <g transform={`translate(0 ${isAtTop ? "2" : "-21"})`}>
          <rect className={classes.labelBack} width={width} height={19} rx={3} />
          <rect className={classes.labelBar} width={4} height={19} rx={2} />
          <text x={9} y={14}>
            {text}
          </text>
        </g>
      </g>
    </g>
  );
}

function shorten(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}

function onKeyDown(event: KeyboardEvent, { shape, onPress, onActivate }: BoxViewProps): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  if (event.shiftKey) onPress(shape.id, true);
  else onActivate(shape.id);
}

function onKeyUp(event: KeyboardEvent, { shape, onPress }: BoxViewProps): void {
  if (event.key === " ") onPress(shape.id, event.shiftKey);
}

/** Assistive technology presses without a pointer; real clicks are read from the pointer's place. */
function onVirtualClick(event: MouseEvent, { shape, onPress }: BoxViewProps): void {
  if (event.detail === 0) onPress(shape.id, false);
}
