import type { GoldValue } from "@/api/quality";
import { isCaptionAnswer, isVoteAnswer, type Answer } from "@/api/types";

/** The parts of an answer that have one right value, by path: what a gold answer can ask for. */
export function checkableParts(answer: Answer): Record<string, GoldValue> {
  if (isVoteAnswer(answer)) {
    const votes = Object.entries(answer.votes).filter(([, vote]) => vote !== null);
    return Object.fromEntries(votes.map(([key, vote]) => [`votes.${key}`, vote === true]));
  }
  if (!isCaptionAnswer(answer)) return {};
  const parts: Record<string, GoldValue> = { canned: answer.canned };
  if (answer.text_detected !== null) parts.text_detected = answer.text_detected;
  return parts;
}
