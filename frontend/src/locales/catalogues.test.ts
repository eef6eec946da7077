import { describe, expect, test } from "vitest";
import { LANGUAGES } from "@/lib/languages";
import { isOptional, neededKeys, placeholders, stemOf, textsOf, type Texts } from "./catalogues";
import { SAME_IN_GERMAN } from "./same-words";

const files = import.meta.glob<unknown>("./*/*.json", { eager: true, import: "default" });

function catalogue(language: string, name: string): Texts {
  return textsOf(files[`./${language}/${name}.json`] ?? {});
}

const namesIn = (language: string) =>
  Object.keys(files)
    .map((path) => path.split("/"))
    .filter(([, folder]) => folder === language)
    .map((parts) => (parts[2] ?? "").replace(".json", ""));

const names = namesIn("en").sort();
const others = LANGUAGES.map(({ tag }) => tag).filter((tag) => tag !== "en");
const allowedSame: Record<string, ReadonlySet<string>> = { de: SAME_IN_GERMAN };

describe.each(others)("the catalogues in %s", (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  test("are those that English has", () => expect(namesIn(language).sort()).toEqual(names));

  test.each(names)("%s has every key of the English one and no other", (name) => {
    const own = catalogue(language, name);
    const needed = neededKeys(catalogue("en", name), forms);
    expect([...needed].filter((key) => !isOptional(key) && !own.has(key))).toEqual([]);
    expect([...own.keys()].filter((key) => !isOptional(key) && !needed.has(key))).toEqual([]);
  });

  test.each(names)("%s fills in what the English one fills in", (name) => {
    const english = catalogue("en", name);
    const wrong = [...catalogue(language, name)].filter(([key, text]) => {
      const source = english.get(key) ?? english.get(`${stemOf(key)}_other`);
      // "One image" may name its number in words; nothing else may be left out, and nothing made up.
      const expected = placeholders(source ?? "").filter((hole) => !(key.endsWith("_one") && hole === "{{count}}"));
      const slots = placeholders(text).filter((hole) => !(key.endsWith("_one") && hole === "{{count}}"));
      return source !== undefined && expected.join() !== slots.join();
    });
    expect(wrong).toEqual([]);
  });

  test.each(names)("%s leaves nothing empty that English says", (name) => {
    const english = catalogue("en", name);
    const empty = [...catalogue(language, name)].filter(([key, text]) => !text.trim() && english.get(key)?.trim());
    expect(empty).toEqual([]);
  });

  test.each(names)("%s leaves nothing in English", (name) => {
    const english = catalogue("en", name);
    const left = [...catalogue(language, name)]
      .filter(([key, text]) => english.get(key) === text && /\p{Ll}{3}/u.test(text.replace(/\{\{[^}]+\}\}/g, "")))
      .filter(([, text]) => !allowedSame[language]?.has(text));
    expect(left).toEqual([]);
  });
});

test("words that may be the same in German are still in use", () => {
  const sentences = new Set(names.flatMap((name) => [...catalogue("en", name).values()]));
  expect([...SAME_IN_GERMAN].filter((word) => !sentences.has(word))).toEqual([]);
});

test("typographic quotation marks are those of the language", () => {
  const foreign = names.flatMap((name) =>
    [...catalogue("de", name)].filter(([, text]) => /“(?=\w)[^“”]*”/.test(text.replace(/„[^“]*“/g, ""))),
  );
  expect(foreign).toEqual([]);
});
