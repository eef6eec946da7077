import { useTranslation } from "react-i18next";
import type { Assignment, DescriptionAnswer } from "@/api/types";

export interface EarlierText {
  key: string;
  isStart: boolean;
  text: string;
}

/** Starting text first. Nobody is told which text came from a model and which from a person. */
export function earlierTexts(assignment: Assignment<DescriptionAnswer>): EarlierText[] {
  const texts = assignment.texts.map(({ key, answer }) => ({
    key,
    isStart: key === assignment.start_key,
    text: answer.text,
  }));
  return [...texts.filter((text) => text.isStart), ...texts.filter((text) => !text.isStart)];
}

/** What each of them is called, in their order. */
export function useTextNames(texts: readonly EarlierText[]): string[] {
  const { t } = useTranslation("workbench");
  const others = texts.filter((text) => !text.isStart).length;
  const isLed = texts[0]?.isStart === true;
  return texts.map((text, index) => {
    if (text.isStart) return t("description.starting_text");
    if (others === 1) return t("description.other_text");
    return t("description.other_text_n", { number: index + (isLed ? 0 : 1) });
  });
}
