/** A catalogue with its texts by dotted key, as the tests compare them. */
export type Texts = ReadonlyMap<string, string>;

export function textsOf(catalogue: unknown, path = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue as Record<string, unknown>)) {
    const here = path ? `${path}.${key}` : key;
    if (typeof value === "string") texts.set(here, value);
    else for (const [inner, text] of textsOf(value, here)) texts.set(inner, text);
  }
  return texts;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The key without its plural form: the forms differ from language to language. */
export const stemOf = (key: string) => key.replace(PLURAL, "");

/** English has two forms of what is counted; a key that merely ends in "other" has no sister. */
const isPlural = (key: string, texts: Texts) =>
  PLURAL.test(key) && texts.has(`${stemOf(key)}_one`) && texts.has(`${stemOf(key)}_other`);

/** Keys that a language with these plural forms needs, by what English has. */
export function neededKeys(english: Texts, forms: readonly string[]): Set<string> {
  const keys = new Set<string>();
  for (const key of english.keys()) {
    if (!isPlural(key, english)) keys.add(key);
    else for (const form of forms) keys.add(`${stemOf(key)}_${form}`);
  }
  return keys;
}

/** Keys a language may have beside those: a text for none at all is optional everywhere. */
export const isOptional = (key: string) => key.endsWith("_zero");

export const placeholders = (text: string) => [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort();
