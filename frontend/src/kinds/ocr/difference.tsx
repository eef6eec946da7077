import type { OcrAnswer } from "@/api/types";
import { WordDiff } from "@/components/word-diff";
import type { DifferenceProps } from "../kind";
import { wordsOf } from "./model";

export function OcrDifference({ before, after }: DifferenceProps<OcrAnswer>) {
  return <WordDiff before={wordsOf(before)} after={wordsOf(after)} />;
}
