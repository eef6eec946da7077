import { replaceIn } from "@/lib/writing/replace";

/** The snippet as it fits at this place: with a space where words would otherwise run together. */
export function fittedSnippet(text: string, start: number, end: number, snippet: string): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lead = before !== "" && !/[\s(]$/.test(before) ? " " : "";
  const trail = after !== "" && !/^[\s.,;:!?)]/.test(after) ? " " : "";
  return lead + snippet.trim() + trail;
}

/** Inserts at the cursor in the way the browser itself would, so that its undo knows of it. */
export function insertInto(field: HTMLTextAreaElement, snippet: string): string {
  const { value, selectionStart: start, selectionEnd: end } = field;
  return replaceIn(field, [start, end], fittedSnippet(value, start, end, snippet));
}
