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
export function AnswerDifference({ kind, before, after }: DifferenceProps & OfKind) {
  const { Difference, View } = kindNamed(kind);
  return Difference ? <Difference before={before} after={after} /> : <View answer={after} />;
}
