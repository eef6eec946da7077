import type { Answer } from "@/api/types";
import { WordDiff } from "@/components/word-diff";
import type { DifferenceProps } from "../kind";

/** Word by word, for answers that are one text. */
export function TextDifference<A extends Answer & { text: string }>({ before, after }: DifferenceProps<A>) {
  return <WordDiff before={before.text} after={after.text} />;
}
