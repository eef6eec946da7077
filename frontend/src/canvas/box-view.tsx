import { memo, type KeyboardEvent, type MouseEvent } from "react";
import type { Box } from "./geometry";
import classes from "./image-canvas.module.css";
import { labelSize } from "./labels";
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

type RaisedProps = LabelProps & { readonly isSelected: boolean };

/** The box in question once more, above all others: nothing may hide what one points at. */
export function RaisedBox({ isSelected, ...label }: RaisedProps) {
  const { shape, number } = label;
  return (
    <g
      aria-hidden="true"
      className={`${classes.box} ${classes.raised} ${isSelected ? classes.selected : classes.hovered}`}
      style={{ color: colourOf(number) }}
    >
      <rect className={classes.outline} {...shape.box} />
      <rect className={classes.frame} {...shape.box} />
      <LabelMark {...label} />
    </g>
  );
}

type LabelProps = {
  readonly shape: Shape;
  readonly number: number;
  readonly text: string;
  /** Where it stands, in screen pixels from the top left corner of the box. */
  readonly dx: number;
  readonly dy: number;
  readonly isSmall: boolean;
};

/** Labels form a layer of their own above all frames; the name of the box itself is its accessible one. */
export const BoxLabel = memo(function BoxLabel(props: LabelProps) {
  return (
    <g className={classes.box} style={{ color: colourOf(props.number) }}>
      <LabelMark {...props} />
    </g>
  );
});

function LabelMark({ shape: { box }, text, dx, dy, isSmall }: LabelProps) {
  const { width, height } = labelSize(widthOfText(text), isSmall);
  return (
    <g transform={`translate(${String(box.x)} ${String(box.y)})`}>
      <g className={classes.label} data-small={isSmall || undefined}>
        <g transform={`translate(${String(dx)} ${String(dy)})`}>
          <rect className={classes.labelBack} width={width} height={height} rx={3} />
          <rect className={classes.labelBar} width={isSmall ? 3 : 4} height={height} rx={2} />
          <text x={isSmall ? 5 : 9} y={isSmall ? 11 : 14}>
            {text}
          </text>
        </g>
      </g>
    </g>
  );
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
