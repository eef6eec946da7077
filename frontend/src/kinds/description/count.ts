/**
 * Words and tokens by the server's rule (`annotate/analysis/tokens.py`), so that the figure seen
 * while writing is the figure recorded: punctuation counts as tokens, an apostrophe ending is a
 * token of its own but belongs to its word, and scripts without spaces count by the character.
 */
const SPACELESS = "\\u3041-\\u30fa\\u30fc-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const LETTERS = `(?:(?![${SPACELESS}])[\\p{L}\\p{N}]|\\p{M})+`;
const STEM = `(?:\\p{Nd}+(?:[.,:]\\p{Nd}+)+|[${SPACELESS}]\\p{M}*|${LETTERS})`;
const ENDING = `(?:['\\u2019]${LETTERS})`;
const MARK = "(?<mark>[^\\p{L}\\p{N}\\p{M}_\\s]|_)\\k<mark>*";
const TOKEN = new RegExp(`${STEM}|(?<=[\\p{L}\\p{N}\\p{M}])${ENDING}|${MARK}`, "gu");
const WORD = new RegExp(`${STEM}${ENDING}*`, "gu");

export interface Counts {
  words: number;
  tokens: number;
}

export function count(text: string): Counts {
  const normal = text.normalize("NFC");
  return { words: matches(normal, WORD), tokens: matches(normal, TOKEN) };
}

function matches(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
