import { describe, expect, it } from "vitest";
import { count } from "./count";
import { checkDescription, type DescriptionSettings } from "./checks";
import { descriptionAssignment } from "../fixtures-for-tests";
import { fittedSnippet, insertInto } from "../text/insert";

describe("counting", () =>
  it.each([
    ["A bike's bell.", 3, 5],
    ['A close-up of "NO PARKING", 3.5 m wide.', 9, 14],
    ["", 0, 0],
    ["  \n ", 0, 0],
    ["Wait... what?!", 2, 5],
    ["1,000 cafés", 2, 2],
    ["cafe\u0301", 1, 1],
    ["小さな猫", 4, 4],
    ["snake_case", 2, 3],
    ["it\u2019s", 1, 2],
    ["1.2.3x at 4:5", 4, 4],
    ["小\u0301\u20191", 1, 2],
    ["'quoted' dogs' end -- ...", 3, 8],
  ])("%j has %d words and %d tokens", (text, words, tokens) => expect(count(text)).toEqual({ words, tokens })));

describe("inserting a description", () => {
  it("keeps words apart and does not double spaces", () => {
    expect(fittedSnippet("A cup", 5, 5, "on a table ")).toBe(" on a table");
    expect(fittedSnippet("A cup ", 6, 6, "here")).toBe("here");
    expect(fittedSnippet("A . End", 2, 2, "cup")).toBe("cup");
    expect(fittedSnippet("A x.", 2, 3, "cup")).toBe("cup");
    expect(fittedSnippet("A End", 2, 2, "cup")).toBe("cup ");
    expect(fittedSnippet("", 0, 0, "Start")).toBe("Start");
  });

  it("replaces what is selected and leaves the cursor behind the insertion", () => {
    const field = document.createElement("textarea");
    document.body.append(field);
    field.value = "A THING on a table";
    field.setSelectionRange(2, 7);
    expect(insertInto(field, "red cup")).toBe("A red cup on a table");
    expect(field.selectionStart).toBe(9);
    expect(document.activeElement).toBe(field);
    field.remove();
  });
});

describe("checks before sending", () => {
  const t = ((key: string) => key) as never;
  const codes = (text: string, settings: Partial<DescriptionSettings>) => {
    const { stage, ...rest } = descriptionAssignment("");
    const assignment = { ...rest, stage: { ...stage, settings: { ...stage.settings, ...settings } } };
    return checkDescription({ text }, assignment, t).map((problem) => `${problem.path} ${problem.code}`);
  };

  it("asks for a text, for enough words and for not too many characters", () => {
    expect(codes("  ", {})).toEqual(["text text_missing"]);
    expect(codes("two words", { min_words: 3 })).toEqual(["text text_too_short"]);
    expect(codes("far too long", { max_characters: 5 })).toEqual(["text text_too_long"]);
    expect(codes("", { min_words: 0 })).toEqual([]);
    expect(codes("Fine.", {})).toEqual([]);
  });
});
