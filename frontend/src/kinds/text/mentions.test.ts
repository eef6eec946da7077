import { expect, test } from "vitest";
import { mentionsIn, sentencesOf } from "./mentions";

const named = (text: string, ...labels: string[]) =>
  mentionsIn(
    text,
    labels.map((label) => ({ id: label, label })),
  )
    .filter(({ object }) => object !== null)
    .map(({ text: words, object }) => `${words}=${String(object)}`);

test("an object is named by its whole label, in any case, also in the plural", () =>
  expect(named("Two Red Cups stand by a red cup.", "red cup")).toEqual(["Red Cups=red cup", "red cup=red cup"]));

test("the last word of a label is enough where it can mean one object only", () => {
  expect(named("A cat and a bowl.", "grey cat", "bowl")).toEqual(["cat=grey cat", "bowl=bowl"]);
  expect(named("A cup.", "red cup", "blue cup")).toEqual([]);
});

test("parts of words and empty labels name nothing", () => {
  expect(named("A catalogue. (C++)", "cat", "", "a", "c++")).toEqual(["C++=c++"]);
  expect(mentionsIn("Nothing.", [])).toEqual([{ text: "Nothing.", object: null }]);
});

test("no letter of the text is lost", () => {
  const text = "The grey cat’s bowl,\n\nthe bowl! Cats… ";
  expect(
    mentionsIn(text, [
      { id: "1", label: "cat" },
      { id: "2", label: "bowl" },
    ])
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
  expect(sentencesOf(text).join("")).toBe(text);
  expect(sentencesOf("One. Two! Three")).toEqual(["One. ", "Two! ", "Three"]);
  expect(sentencesOf("")).toEqual([]);
});
