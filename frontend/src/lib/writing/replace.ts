import { aStepOfItsOwn, type TextField } from "./field-histories";

/**
 * Puts other words in the place of some, as one step of writing. The text as it is then, also where the
 * browser no longer offers to type for us.
 */
export function replaceIn(field: TextField, span: readonly [number, number], words: string): string {
  field.focus();
  aStepOfItsOwn(field, () => typeInto(field, span, words));
  return field.value;
}

/** As if it were typed: the browser brings the cursor into view, and whoever listens hears of it. */
export function typeInto(field: TextField, [start, end]: readonly [number, number], words: string): void {
  field.setSelectionRange(start, end);
  const command = words === "" ? "delete" : "insertText";
  const isDone = typeof document.execCommand === "function" && document.execCommand(command, false, words);
  if (!isDone) field.setRangeText(words, start, end, "end");
}
