import type { FieldProblem } from "@/api/errors";
import type { Assignment, DescriptionAnswer, SettingsByKind } from "@/api/types";
import type { WorkbenchTranslate } from "../kind";
import { count } from "./count";

export type DescriptionSettings = SettingsByKind["description.v1"];

/** The server's rules, said before the answer travels. The server has the last word. */
export function checkDescription(
  answer: DescriptionAnswer,
  assignment: Assignment<DescriptionAnswer, DescriptionSettings>,
  t: WorkbenchTranslate,
): FieldProblem[] {
  const { min_words: minWords, max_characters: maxCharacters } = assignment.stage.settings;
  const { words } = count(answer.text);
  const over = answer.text.length - maxCharacters;
  const problems: FieldProblem[] = [];
  const add = (code: string, message: string) => problems.push({ path: "text", code, message });
  if (minWords > 0 && answer.text.trim() === "") add("text_missing", t("problems.text_missing"));
  else if (words < minWords) add("text_too_short", t("problems.text_too_short", { words, count: minWords }));
  if (over > 0) add("text_too_long", t("problems.text_too_long", { count: over, max: maxCharacters }));
  return problems;
}
