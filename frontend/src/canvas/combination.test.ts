import { describe, expect, it } from "vitest";
import { canonical, combinationOf, isForWriting, matchesKeys, partsOf, type KeyLike } from "./combination";

type Pressed = Partial<Omit<KeyLike, "getModifierState">> & { altGraph?: boolean };

function pressed(key: string, { altGraph = false, ...more }: Pressed = {}): KeyLike {
  return {
    key,
    code: "",
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...more,
    getModifierState: (name) => name === "AltGraph" && altGraph,
  };
}

describe("one spelling for each combination", () => {
  it.each([
    ["Shift+mod+Z", "mod+shift+z"],
    ["space", "Space"],
    ["alt+arrowleft", "alt+ArrowLeft"],
    ["+", "+"],
    ["mod++", "mod++"],
    ["R", "r"],
    ["f6", "F6"],
  ])("%s is %s", (text, expected) => {
    expect(canonical(text)).toBe(expected);
    expect(canonical(canonical(text))).toBe(expected);
  });

  it("knows a plus as a key", () => expect(partsOf("mod++")).toEqual(["mod", "+"]));
});

describe("keyboards of other languages", () => {
  type Case = [what: string, event: KeyLike, keys: string];
  const cases: Case[] = [
    [
      "German, Windows: [ is AltGr and 8, which says Ctrl and Alt",
      pressed("[", { code: "Digit8", ctrlKey: true, altKey: true, altGraph: true }),
      "[",
    ],
    ["German, Linux: [ is AltGr and 8", pressed("[", { code: "Digit8", altGraph: true }), "["],
    ["German, Mac: [ is Option and 5", pressed("[", { code: "Digit5", altKey: true }), "["],
    ["French: 1 is Shift and the first key", pressed("1", { code: "Digit1", shiftKey: true }), "1"],
    ["the digits beside the arrows", pressed("1", { code: "Numpad1" }), "1"],
    ["Caps Lock is on", pressed("R", { code: "KeyR" }), "r"],
  ];
  it.each(cases)("%s", (_, event, keys) => expect(matchesKeys(event, keys, "typed", true)).toBe(true));

  const byPlace: Case[] = [
    ["Russian: the key that is Z", pressed("я", { code: "KeyZ" }), "z"],
    ["Russian: Ctrl and the key that is Z", pressed("я", { code: "KeyZ", ctrlKey: true }), "mod+z"],
    ["Greek: the key that is M", pressed("μ", { code: "KeyM" }), "m"],
    ["Russian: the key that is [", pressed("х", { code: "BracketLeft" }), "["],
    ["French: the first key without Shift", pressed("&", { code: "Digit1" }), "1"],
    ["Czech: the second key", pressed("ě", { code: "Digit2" }), "2"],
  ];
  it.each(byPlace)("%s", (_, event, keys) => {
    expect(matchesKeys(event, keys, "typed")).toBe(false);
    expect(matchesKeys(event, keys, "place")).toBe(true);
  });

  it("takes a letter for what it types, not for where it lies", () => {
    const frenchA = pressed("a", { code: "KeyQ" });
    expect(matchesKeys(frenchA, "q", "place")).toBe(false);
    expect(matchesKeys(frenchA, "a")).toBe(true);
  });

  it("hears no command in a letter that AltGr types", () => {
    const polish = pressed("ą", { code: "KeyA", altGraph: true });
    const euro = pressed("€", { code: "KeyE", ctrlKey: true, altKey: true, altGraph: true });
    expect(matchesKeys(polish, "a", "place")).toBe(false);
    expect(matchesKeys(euro, "mod+alt+e")).toBe(false);
    expect(matchesKeys(euro, "e", "place")).toBe(false);
  });

  it("reads letters with Option from their place on a Mac, where Option types something else", () =>
    expect(matchesKeys(pressed("∂", { code: "KeyD", altKey: true }), "alt+d", "typed", true)).toBe(true));
});

describe("what somebody has pressed", () => {
  it.each<[string, KeyLike, string | null]>([
    ["a letter", pressed("m", { code: "KeyM" }), "m"],
    ["a capital", pressed("M", { code: "KeyM", shiftKey: true }), "shift+m"],
    ["Ctrl and Shift", pressed("Z", { code: "KeyZ", ctrlKey: true, shiftKey: true }), "mod+shift+z"],
    ["a sign that needs Shift here", pressed("?", { code: "Slash", shiftKey: true }), "?"],
    [
      "a sign that needs AltGr here",
      pressed("[", { code: "Digit8", ctrlKey: true, altKey: true, altGraph: true }),
      "[",
    ],
    ["a letter of another script", pressed("я", { code: "KeyZ" }), "z"],
    ["an umlaut", pressed("ö", { code: "Semicolon" }), "ö"],
    ["an arrow with Alt and Shift", pressed("ArrowUp", { altKey: true, shiftKey: true }), "alt+shift+ArrowUp"],
    ["the space bar", pressed(" ", { code: "Space" }), "Space"],
    ["a function key", pressed("F6"), "F6"],
    ["Shift alone", pressed("Shift", { shiftKey: true }), null],
    ["AltGr alone", pressed("AltGraph", { altGraph: true }), null],
    ["an accent that waits for its letter", pressed("Dead", { code: "Equal" }), null],
    ["the volume", pressed("AudioVolumeUp"), null],
  ])("%s", (_, event, expected) => expect(combinationOf(event, false)).toBe(expected));

  it("is then found again by the same press", () => {
    for (const event of [
      pressed("M", { code: "KeyM", shiftKey: true }),
      pressed("?", { shiftKey: true }),
      pressed("+"),
    ]) {
      expect(matchesKeys(event, combinationOf(event, false) ?? "")).toBe(true);
    }
  });
});

it("knows which keys write and which never do", () => {
  expect(["r", "Enter", "shift+ArrowLeft", "Backspace", "Escape"].every(isForWriting)).toBe(true);
  expect(["mod+s", "alt+ArrowDown", "F6", "shift+F6"].some(isForWriting)).toBe(false);
});
