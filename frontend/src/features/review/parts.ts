import { isObjectsAnswer, isOcrAnswer, isVoteAnswer, textOfAnswer, type Answer } from "@/api/types";

export interface AnswerPart {
  path: string;
  text: string;
}

/** The free texts of an answer, by the path the server knows them under. */
export function textParts(answer: Answer): AnswerPart[] {
  if (isObjectsAnswer(answer)) {
    return answer.objects.map(({ description }, index) => ({
      path: `objects[${String(index)}].description`,
      text: description,
    }));
  }
  if (isVoteAnswer(answer)) return [{ path: "comment", text: answer.comment }];
  const text = textOfAnswer(answer);
  return text === null ? [] : [{ path: "text", text }];
}

/** One line that tells answers apart in a list. */
export function excerpt(answer: Answer): string {
  if (isObjectsAnswer(answer)) return answer.objects.map(({ label }) => label).join(", ");
  if (isOcrAnswer(answer)) return answer.tokens.map(({ text }) => text).join(" ");
  if (isVoteAnswer(answer)) {
    return Object.entries(answer.votes)
      .map(([key, vote]) => `${key.replaceAll("_", " ")}: ${vote === null ? "–" : vote ? "✓" : "✗"}`)
      .join(" · ");
  }
  return textOfAnswer(answer) ?? "";
}
