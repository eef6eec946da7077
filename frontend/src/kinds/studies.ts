import { likertStudy } from "./likert/study";
import { rankingStudy } from "./ranking/study";
import { sideBySideStudy } from "./side-by-side/study";
import { anyDesign, type StudyUi } from "./study-ui";

/** Every design of a study, by the name of its kind, in the order in which they are offered. */
const DESIGNS: readonly [StudyUi, ...StudyUi[]] = [
  anyDesign(sideBySideStudy),
  anyDesign(likertStudy),
  anyDesign(rankingStudy),
];

export const designs: readonly StudyUi[] = DESIGNS;

export function designNamed(name: string): StudyUi {
  return DESIGNS.find((design) => design.name === name) ?? DESIGNS[0];
}
