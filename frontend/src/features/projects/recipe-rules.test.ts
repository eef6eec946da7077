import { expect, test } from "vitest";
import { peopleNeeded, type RecipeRules } from "./recipe-rules";

const rules: RecipeRules = {
  rounds: { objects: 1, description: 3 },
  early: true,
  threshold: 0.8,
  ngram: 1,
  noRepeat: "sample",
};

test("with one answer per image every round needs another person", () => {
  expect(peopleNeeded(rules)).toBe(4);
});

test("with one answer per stage the longest stage decides", () => {
  expect(peopleNeeded({ ...rules, noRepeat: "stage" })).toBe(3);
});
