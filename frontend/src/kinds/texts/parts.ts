import { diffWords } from "diff";

/** A stretch of one text, and whether the other text has it too. */
export interface Stretch {
  text: string;
  isOwn: boolean;
}

export interface Comparison {
  left: readonly Stretch[];
  right: readonly Stretch[];
  /** Words that only this text has. */
  leftOnly: number;
  rightOnly: number;
}

/** Two texts word by word: neither is the older one, so each shows what it alone says. */
export function compareTexts(left: string, right: string): Comparison {
  const parts = diffWords(left, right);
  const ofLeft = parts.filter((part) => !part.added).map((part) => ({ text: part.value, isOwn: part.removed }));
  const ofRight = parts.filter((part) => !part.removed).map((part) => ({ text: part.value, isOwn: part.added }));
  return { left: ofLeft, right: ofRight, leftOnly: ownWords(ofLeft), rightOnly: ownWords(ofRight) };
}

function ownWords(stretches: readonly Stretch[]): number {
  return stretches
    .filter(({ isOwn }) => isOwn)
    .flatMap(({ text }) => text.split(/\s+/))
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
