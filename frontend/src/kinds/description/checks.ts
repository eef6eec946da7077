import type { FieldProblem } from "@/api/errors";
import type { Assignment, DescriptionAnswer } from "@/api/types";
import type { WorkbenchTranslate } from "../kind";
import { count } from "./count";

export interface DescriptionSettings {
  minWords: number;
  maxCharacters: number;
}

export function readSettings(raw: Assignment["stage"]["settings"]): DescriptionSettings {
  const { min_words: min, max_characters: max } = raw;
  return {
    minWords: typeof min === "number" ? min : 1,
    maxCharacters: typeof max === "number" ? max : 10_000,
  };
}

/** The server's rules, said before the answer travels. The server has the last word. */
export function checkDescription(
  answer: DescriptionAnswer,
  assignment: Assignment,
  t: WorkbenchTranslate,
): FieldProblem[] {
  const { minWords, maxCharacters } = readSettings(assignment.stage.settings);
  const { words } = count(answer.text);
  const over = answer.text.length - maxCharacters;
  const found: FieldProblem[] = [];
  const add = (code: string, message: string) => found.push({ path: "text", code, message });
  if (minWords > 0 && answer.text.trim() === "") add("text_missing", t("problems.text_missing"));
  else if (words < minWords) add("text_too_short", t("problems.text_too_short", { words, count: minWords }));
  if (over > 0) add("text_too_long", t("problems.text_too_long", { count: over, max: maxCharacters }));
  return found;
}
