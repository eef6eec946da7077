import i18n, { type BackendModule, type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { chooseLanguage, directionOf, knownLanguage, LANGUAGES, localeOf, type LanguageTag } from "./languages";
import { recall, remember } from "./page-memory";

const catalogues = import.meta.glob<{ default: Record<string, unknown> }>("../locales/*/*.json");

/** Loads one namespace of one language when a page first needs it. */
const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = catalogues[`../locales/${language}/${namespace}.json`];
    if (!load) {
      // The server's words have no English catalogue: its own sentences are the English ones.
      done(null, {});
      return;
    }
    load().then(
      (module) => done(null, module.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};

const DEVICE = "language";

const browserLanguages = (): readonly string[] => navigator.languages;

/** What the page says of itself: screen readers, hyphens, quotes and the side where lines begin follow it. */
function markPage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Counts are grouped as the language does it; years, versions and places in a picture stay bare. */
const formatter: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, _language, options) =>
    (typeof value === "number" && options?.interpolationkey === "count"
      ? new Intl.NumberFormat(currentLocale()).format(value)
      : value) as string,
};

i18n.on("languageChanged", markPage);

export const i18nReady = i18n
  .use(backend)
  .use(formatter)
  .use(initReactI18next)
  .init({
    lng: chooseLanguage({ device: recall(DEVICE), browser: browserLanguages() }),
    fallbackLng: "en",
    supportedLngs: LANGUAGES.map(({ tag }) => tag),
    ns: ["common", "server"],
    defaultNS: "common",
    interpolation: { escapeValue: false, alwaysFormat: true },
    react: { useSuspense: true },
    partialBundledLanguages: true,
  });

export function currentLanguage(): LanguageTag {
  return knownLanguage(i18n.resolvedLanguage ?? i18n.language) ?? "en";
}

/** The tag for `Intl`: the language of the page, in the variant the browser prefers. */
export function currentLocale(): string {
  return localeOf(currentLanguage(), browserLanguages());
}

/**
 * Shows the pages in the language that somebody wishes for; nothing to wish for leaves it to the browser.
 * The device keeps the wish, so that the sign-in page greets in it next time.
 */
export async function wishLanguage(wish: string | null): Promise<void> {
  remember(DEVICE, knownLanguage(wish));
  const language = chooseLanguage({ account: wish, browser: browserLanguages() });
  if (language !== currentLanguage()) await i18n.changeLanguage(language);
}

/** The language that is shown where nobody chooses one. */
export function languageOfBrowser(): LanguageTag {
  return chooseLanguage({ browser: browserLanguages() });
}

export { i18n };
