import i18n, { type BackendModule, type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { chooseLanguage, directionOf, knownLanguage, LANGUAGES, localeOf, type LanguageTag } from "./languages";
import { recall, remember } from "./page-memory";

type Catalogue = Record<string, unknown>;

const catalogues = import.meta.glob<{ default: Catalogue }>("../locales/*/*.json");
// What the server says stands with the server: one file for each of its parts, all of them one namespace here.
const serverCatalogues = import.meta.glob<{ default: Catalogue }>("../../../annotate/messages/*/*.json");

async function loadCatalogue(language: string, namespace: string): Promise<Catalogue> {
  if (namespace !== "server") return (await catalogues[`../locales/${language}/${namespace}.json`]?.())?.default ?? {};
  // The server's own sentences are the English ones: they come with what it sends.
  if (language === "en") return {};
  const parts = Object.entries(serverCatalogues).filter(([path]) => path.includes(`/messages/${language}/`));
  const loaded = await Promise.all(parts.map(([, load]) => load()));
  return Object.assign({}, ...loaded.map((module) => module.default)) as Catalogue;
}

/** Loads one namespace of one language when a page first needs it. */
const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, namespace, done) => {
    loadCatalogue(language, namespace).then(
      (catalogue) => done(null, catalogue),
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

type Format = (value: unknown, language: string) => string;

const number = (value: unknown, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(currentLocale(), options).format(value as number);
const texts = (value: unknown) => (value as unknown[]).map(said);

/** What slots of the server's sentences may ask for, as in `{{share, percent}}`; see `annotate.messages`. */
const FORMATS: Readonly<Record<string, Format>> = {
  number: (value) => number(value, { maximumFractionDigits: 6 }),
  percent: (value) => number(value, { style: "percent", maximumFractionDigits: 0 }),
  message: (value) => said(value),
  list: (value) => texts(value).join(", "),
  and: (value) => new Intl.ListFormat(currentLocale(), { type: "conjunction" }).format(texts(value)),
  or: (value) => new Intl.ListFormat(currentLocale(), { type: "disjunction" }).format(texts(value)),
};

// Codes come from the server, so their type is no key that TypeScript knows.
const lookUp = i18n as unknown as {
  exists(code: string, options: object): boolean;
  t(code: string, options: object): string;
};

/** A message of the server in the language of the page; null where no catalogue has it. */
export function sayByCode(code: string, params: Readonly<Record<string, unknown>>): string | null {
  const options = { ns: "server", ...params };
  return lookUp.exists(code, options) ? lookUp.t(code, options) : null;
}

/** A parameter that is a message of the server is itself said in the language of the page. */
function said(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const { code, params } = value as { code: string; params: Record<string, unknown> };
  return sayByCode(code, params) ?? code;
}

/** Counts are grouped as the language does it; years, versions and places in a picture stay bare. */
const formatter: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, format, language, options) => {
    const asked = format && FORMATS[format];
    if (asked) return asked(value, language ?? "en");
    return (typeof value === "number" && options?.interpolationkey === "count" ? number(value) : value) as string;
  },
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
