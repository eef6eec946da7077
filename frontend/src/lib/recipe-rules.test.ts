import { expect, test } from "vitest";
import { recipe as iiw } from "@/testing/world";
import { textcaps } from "@/testing/world-recipes";
import { peopleNeeded, rulesOf, toSettings } from "./recipe-rules";

test("with one answer per image every round needs another person", () =>
  expect(peopleNeeded(rulesOf(iiw), iiw)).toBe(4));

test("with one answer per stage the longest stage decides", () =>
  expect(peopleNeeded({ ...rulesOf(iiw), noRepeat: "stage" }, iiw)).toBe(3));

test("judges are other people than writers, and the largest split counts", () => {
  // Six captions for an image of the test split, then five votes by people who wrote none of them.
  expect(peopleNeeded({ ...rulesOf(textcaps), noRepeat: "stage" }, textcaps)).toBe(11);
});

test("only what was changed in a stage is sent", () => {
  const rules = rulesOf(textcaps);
  const caption = rules.stages.caption!;
  const changed = {
    ...rules,
    stages: { ...rules.stages, caption: { ...caption, hitSize: 4, settings: { ...caption.settings, min_words: 3 } } },
  };
  expect(toSettings(rules, textcaps)).not.toHaveProperty("stages");
  expect(toSettings(changed, textcaps).stages).toEqual({
    caption: { hit: { size: 4, minutes: 15 }, settings: { min_words: 3 } },
  });
});

test("an optional stage is named only where the project takes it in", () => {
  const rules = rulesOf(textcaps);
  expect(toSettings(rules, textcaps).rounds).toEqual({ caption: 5, validation: 5 });
  const taken = { ...rules, stages: { ...rules.stages, ocr: { ...rules.stages.ocr!, enabled: true } } };
  expect(toSettings(taken, textcaps)).toMatchObject({ rounds: { ocr: 1 }, stages: { ocr: { enabled: true } } });
});
