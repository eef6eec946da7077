/** As many as the server takes at once. */
export const MOST_ENTRIES = 200;

/**
 * The entries of a pasted list, in their order and each once. Names have no spaces, but what stands between
 * spaces may be a person's other names; a comma within quotes belongs to a name, as mail programs write it.
 */
export function entriesIn(text: string): string[] {
  const entries = (text.match(/(?:"[^"\n]*"|[^"\n\r\t,;])+/g) ?? []).map((entry) => entry.trim());
  return [...new Set(entries.filter(Boolean))];
}
