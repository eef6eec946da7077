import type { Answer } from "@/api/types";
import { WordDiff } from "@/components/word-diff";
import { MentionText } from "./mention-text";
import type { DifferenceProps } from "../kind";

/** Word by word, for answers that are one text. */
export function TextDifference<A extends Answer & { text: string }>({ before, after, lighting }: DifferenceProps<A>) {
  return (
    <WordDiff
      before={before.text}
      after={after.text}
      renderWords={lighting && ((words) => <MentionText {...lighting} text={words} />)}
    />
  );
}
