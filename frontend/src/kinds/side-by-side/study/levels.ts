import type { StudyTranslate } from "../../study-ui";

const KINDS = ["much", "some", "same", "some", "much"] as const;

/** The five places of the scale in words that name the sources, from the first to the second. */
export function levelNames(t: StudyTranslate, sources: readonly string[]): string[] {
  return KINDS.map((kind, level) => t(`level.${kind}`, { name: sources[level < 2 ? 0 : 1] ?? "" }));
}
