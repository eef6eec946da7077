/** How the image is shown: for poor photographs, on this screen only. Nothing of it is ever saved. */
import { clamp } from "./geometry";

export interface Look {
  /** Percent of what is in the photograph. */
  brightness: number;
  contrast: number;
  isInverted: boolean;
  isGrey: boolean;
}

export const AS_IT_IS: Look = { brightness: 100, contrast: 100, isInverted: false, isGrey: false };
/** Steps are of one kind: from 100% up and down again one comes back to 100%. */
export const LOOK_RANGE = { min: 20, max: 300, step: 10 } as const;
const KEY_STEP = 20;

type Strength = "brightness" | "contrast";

export function isAsItIs(look: Look): boolean {
  return look.brightness === 100 && look.contrast === 100 && !look.isInverted && !look.isGrey;
}

/** A press of a key is two steps of the slider. */
export function stepped(look: Look, strength: Strength, direction: 1 | -1): Look {
  return withStrength(look, strength, look[strength] + direction * KEY_STEP);
}

export function withStrength(look: Look, strength: Strength, percent: number): Look {
  return { ...look, [strength]: clamp(percent, LOOK_RANGE.min, LOOK_RANGE.max) };
}

/** As CSS. Grey comes first, so that contrast works on what is then seen; inverting comes last. */
export function filterOf(look: Look): string | undefined {
  if (isAsItIs(look)) return undefined;
  return [
    look.isGrey && "grayscale(1)",
    look.brightness !== 100 && `brightness(${String(look.brightness / 100)})`,
    look.contrast !== 100 && `contrast(${String(look.contrast / 100)})`,
    look.isInverted && "invert(1)",
  ]
    .filter(Boolean)
    .join(" ");
}

/** For addresses: "140-100-in", nothing where the image is shown as it is. */
export function lookAsText(look: Look): string {
  if (isAsItIs(look)) return "";
  const marks = `${look.isInverted ? "i" : ""}${look.isGrey ? "g" : ""}`;
  return `${String(look.brightness)}-${String(look.contrast)}${marks && `-${marks}`}`;
}

/** Whatever else stands there is no look. */
export function lookFromText(text: string): Look {
  const match = /^(\d{2,3})-(\d{2,3})(?:-(i?g?))?$/.exec(text);
  if (!match) return AS_IT_IS;
  const [, brightness, contrast, marks = ""] = match;
  const plain = { ...AS_IT_IS, isInverted: marks.includes("i"), isGrey: marks.includes("g") };
  return withStrength(withStrength(plain, "brightness", Number(brightness)), "contrast", Number(contrast));
}
