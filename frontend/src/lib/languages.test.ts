import { describe, expect, test } from "vitest";
import { chooseLanguage, knownLanguage, LANGUAGES, localeOf } from "./languages";

describe("which language a page is in", () => {
  test("the account's choice beats the device's, and that beats the browser", () => {
    expect(chooseLanguage({ account: "en", device: "de", browser: ["de"] })).toBe("en");
    expect(chooseLanguage({ account: "", device: "de", browser: ["en"] })).toBe("de");
    expect(chooseLanguage({ account: "", device: null, browser: ["de-AT", "en"] })).toBe("de");
  });

  test("the first language of the browser that has catalogues is taken, else English", () => {
    expect(chooseLanguage({ browser: ["fr-CA", "de-CH", "en-GB"] })).toBe("de");
    expect(chooseLanguage({ browser: ["fr", "pt-BR"] })).toBe("en");
    expect(chooseLanguage({})).toBe("en");
  });

  test("a choice nobody knows any more counts as none", () => {
    expect(chooseLanguage({ account: "xx", device: "", browser: ["de"] })).toBe("de");
    expect(knownLanguage("deutsch")).toBeNull();
  });

  test("every language says its own name, and no two have the same tag", () => {
    expect(new Set(LANGUAGES.map(({ tag }) => tag)).size).toBe(LANGUAGES.length);
    expect(LANGUAGES.every(({ name }) => name.length > 0)).toBe(true);
  });
});

describe("how dates and numbers are written", () => {
  test("the browser's own variant of the language is followed", () =>
    expect(localeOf("en", ["de-DE", "en-GB", "en-US"])).toBe("en-GB"));

  test("a language the browser does not name is written plainly", () => expect(localeOf("de", ["en-US"])).toBe("de"));
});
