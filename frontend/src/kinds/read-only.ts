import type { ComponentType } from "react";
import type { Answer } from "@/api/types";
import type { TextMark } from "@/lib/marked-parts";

/** A mark and the part of the answer it is in, such as `text` or `objects[2].description`. */
export type PlacedMark = TextMark & { path: string };

export type SpanChosen = (path: string, span: { start: number; end: number } | null) => void;

export interface ReadOnlyProps<A extends Answer = Answer> {
  answer: A;
  /** The settings of the stage, for the words of its questions. */
  settings?: Readonly<Record<string, unknown>> | undefined;
  marks?: readonly PlacedMark[] | undefined;
  /** Told which stretch of which text the reader has selected. */
  onSpan?: SpanChosen | undefined;
}

export type ReadOnlyView<A extends Answer = Answer> = ComponentType<ReadOnlyProps<A>>;

export function marksAt(marks: readonly PlacedMark[] | undefined, path: string): readonly PlacedMark[] {
  return (marks ?? []).filter((mark) => mark.path === path);
}
