/** One language the pages can be read in: its tag, its own name for itself, and where its lines begin. */
export interface Language {
  tag: string;
  name: string;
  dir: "ltr" | "rtl";
}

export const LANGUAGES = [
  { tag: "en", name: "English", dir: "ltr" },
  { tag: "de", name: "Deutsch", dir: "ltr" },
] as const satisfies readonly Language[];

export type LanguageTag = (typeof LANGUAGES)[number]["tag"];

/**
 * The language that images are described in: the writing checks, words and tokens of the server know English.
 * Browsers choose the dictionary of their spell-check by it, screen readers the voice.
 */
export const TEXT_LANGUAGE = "en";

const base = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";

/** The language with catalogues that a tag such as "de-AT" means, or null. */
export function knownLanguage(tag: string | null | undefined): LanguageTag | null {
  return LANGUAGES.find((language) => language.tag === base(tag ?? ""))?.tag ?? null;
}

interface LanguagePreferences {
  /** What the person chose for their account; empty while they have not. */
  account?: string | null | undefined;
  /** What was last chosen on this device. */
  device?: string | null | undefined;
  /** What the browser says its user reads, best first. */
  browser?: readonly string[];
}

/** The person's choice, then the device's, then the first of the browser's that we know, then English. */
export function chooseLanguage({ account, device, browser = [] }: LanguagePreferences): LanguageTag {
  const preferences = [account, device, ...browser];
  for (const preference of preferences) {
    const known = knownLanguage(preference);
    if (known) return known;
  }
  return "en";
}

export function directionOf(tag: string): "ltr" | "rtl" {
  return LANGUAGES.find((language) => language.tag === tag)?.dir ?? "ltr";
}

/** How dates and numbers are written: as the browser's own variant of the language has it, where it has one. */
export function localeOf(language: string, browser: readonly string[]): string {
  return browser.find((tag) => base(tag) === language) ?? language;
}
