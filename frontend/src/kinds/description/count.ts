/**
 * Words and tokens by the server's rule (`annotate/analysis/tokens.py`), so that the figure seen
 * while writing is the figure recorded: punctuation counts as tokens, an apostrophe ending is a
 * token of its own but belongs to its word, and scripts without spaces count by the character.
 */
const SPACELESS =
  "\\u3041-\\u30fa\\u30fc-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const LETTER = `(?:(?![${SPACELESS}])[\\p{L}\\p{N}]|\\p{M})`;
const TOKEN = new RegExp(
  `(?<number>\\p{Nd}+(?:[.,:]\\p{Nd}+)+(?!${LETTER}))` +
    `|(?<word>[${SPACELESS}]\\p{M}*|${LETTER}+)` +
    `|(?<clitic>(?<=[\\p{L}\\p{N}])['\\u2019]${LETTER}+)` +
    `|(?<mark>(?<same>[^\\p{L}\\p{N}\\p{M}_\\s]|_)\\k<same>*)`,
  "gu",
);

export type Counts = { readonly words: number; readonly tokens: number };

export function count(text: string): Counts {
  let words = 0;
  let tokens = 0;
  for (const { groups } of text.normalize("NFC").matchAll(TOKEN)) {
    tokens += 1;
    if (groups?.["number"] !== undefined || groups?.["word"] !== undefined) words += 1;
    else if (groups?.["clitic"] !== undefined && words === 0) words += 1;
  }
  return { words, tokens };
}
