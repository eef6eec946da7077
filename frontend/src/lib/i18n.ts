import i18n, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";

const catalogues = import.meta.glob<{ default: Record<string, unknown> }>("../locales/*/*.json");

/** Loads one namespace of one language when a page first needs it. */
const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = catalogues[`../locales/${language}/${namespace}.json`];
    if (!load) {
      done(new Error(`No catalogue ${language}/${namespace}`), null);
      return;
    }
    load().then(
      (module) => { done(null, module.default); },
      (error: unknown) => { done(error instanceof Error ? error : new Error(String(error)), null); },
    );
  },
};

export const i18nReady = i18n
  .use(backend)
  .use(initReactI18next)
  .init({
    lng: "en",
    fallbackLng: "en",
    ns: ["common"],
    defaultNS: "common",
    interpolation: { escapeValue: false },
    react: { useSuspense: true },
    partialBundledLanguages: true,
  });

export { i18n };
