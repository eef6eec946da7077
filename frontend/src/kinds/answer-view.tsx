import type { DifferenceProps, ReadOnlyProps } from "./kind";
import { kindNamed } from "./registry";

interface OfKind {
  kind: string;
}

/** An answer to read. */
export function AnswerView({ kind, ...props }: ReadOnlyProps & OfKind) {
  const definition = kindNamed(kind);
  return <definition.View {...props} />;
}

/** What became of an answer. */
export function AnswerDifference({ kind, ...props }: DifferenceProps & OfKind) {
  const { Difference, View } = kindNamed(kind);
  return Difference ? <Difference {...props} /> : <View answer={props.after} lighting={props.lighting} />;
}
