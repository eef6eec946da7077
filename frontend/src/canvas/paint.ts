/**
 * Draws boxes and their labels into a picture of screen pixels. Hundreds of them are drawn anew in
 * each frame of a pan or a zoom; as elements of the page, each would cost style, layout and paint.
 */
import type { BoxStyle } from "./box-style";
import { colourOf } from "./colours";
import type { Box, Size } from "./geometry";
import { labelSize, type LabelPlace } from "./labels";

export interface PaintedBox {
  number: number;
  /** In screen pixels, as is the place of the label in it. */
  box: Box;
  label: (LabelPlace & { isSmall: boolean }) | null;
  hasProblem: boolean;
  state: "plain" | "hovered" | "selected";
  /** Has the focus of the keyboard, which must be seen. */
  hasRing?: boolean;
}

type Pen = CanvasRenderingContext2D;

/**
 * A dark line under the coloured one keeps the frame visible on any photo. What is pointed at or
 * selected has a wider one, by so many pixels: nothing else need tell it from the others.
 */
const LINES = {
  plain: { dark: "rgb(0 0 0 / 62%)", edge: 1.75, more: 0 },
  hovered: { dark: "rgb(0 0 0 / 62%)", edge: 1.75, more: 0.75 },
  selected: { dark: "rgb(0 0 0 / 80%)", edge: 2.5, more: 0.75 },
} as const;
const RING = { light: 4.5, dark: 7.5 } as const;
const DASHES = [7, 4];
const SOLID: number[] = [];
const FONTS = { usual: "600 12px system-ui, sans-serif", small: "600 10px system-ui, sans-serif" };
const BACK = "rgb(16 18 22 / 84%)";
const BACK_SELECTED = "rgb(16 18 22 / 96%)";

/** Frames first and labels above all of them, each in the order given. */
export function paintBoxes(pen: Pen, screen: Size, ratio: number, boxes: readonly PaintedBox[], style: BoxStyle): void {
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, screen.width, screen.height);
  const seen = boxes.filter((box) => isSeen(box.box, screen));
  for (const numbered of seen) paintFrame(pen, numbered, style);
  paintLabels(pen, seen);
}

/** To set a font is the dearest part of a label: those of one size follow one another, small ones first. */
function paintLabels(pen: Pen, boxes: readonly PaintedBox[]): void {
  for (const isSmall of [true, false]) {
    const alike = boxes.filter(({ label }) => label?.text && label.isSmall === isSmall);
    if (alike.length > 0) pen.font = isSmall ? FONTS.small : FONTS.usual;
    for (const numbered of alike) paintLabel(pen, numbered);
  }
}

/** A little more than the box: its label stands outside. */
function isSeen({ x, y, width, height }: Box, screen: Size): boolean {
  const air = 250;
  return x < screen.width + air && y < screen.height + air && x + width > -air && y + height > -air;
}

function paintFrame(pen: Pen, { box, number, state, hasProblem, hasRing }: PaintedBox, style: BoxStyle): void {
  const { x, y, width, height } = box;
  const lines = LINES[state];
  const lineWidth = style.stroke + lines.more;
  const colour = colourOf(number);
  pen.setLineDash(SOLID);
  if (state !== "plain" && style.fill > 0) {
    pen.globalAlpha = style.fill / 100;
    pen.fillStyle = colour;
    pen.fillRect(x, y, width, height);
    pen.globalAlpha = 1;
  }
  if (hasRing) {
    stroke(pen, box, "rgb(0 0 0 / 80%)", lineWidth + RING.dark);
    stroke(pen, box, "#fff", lineWidth + RING.light);
  } else {
    stroke(pen, box, lines.dark, lineWidth + lines.edge);
  }
  if (hasProblem) pen.setLineDash(DASHES);
  stroke(pen, box, colour, lineWidth);
}

function stroke(pen: Pen, { x, y, width, height }: Box, style: string, lineWidth: number): void {
  pen.strokeStyle = style;
  pen.lineWidth = lineWidth;
  pen.strokeRect(x, y, width, height);
}

function paintLabel(pen: Pen, { box, number, label, state }: PaintedBox): void {
  if (!label?.text) return;
  const { isSmall, text, textWidth } = label;
  const { width, height } = labelSize(textWidth, isSmall);
  const [x, y] = [Math.round(box.x + label.dx), Math.round(box.y + label.dy)];
  pen.fillStyle = state === "selected" ? BACK_SELECTED : BACK;
  pen.beginPath();
  pen.roundRect(x, y, width, height, 3);
  pen.fill();
  pen.fillStyle = colourOf(number);
  pen.fillRect(x, y, isSmall ? 3 : 4, height);
  pen.fillStyle = "#fff";
  pen.fillText(text, x + (isSmall ? 5 : 9), y + (isSmall ? 11 : 14));
}
