import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AfterTyping } from "./after-typing";

let stop: () => void;
let afterTyping: AfterTyping;
const shown: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  shown.length = 0;
  afterTyping = new AfterTyping();
  stop = afterTyping.listen();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const key = () => window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
const show = (what: string) => () => {
  shown.push(what);
};

test("what comes while nobody types is done at once", () => {
  afterTyping.wait(show("conflict"));
  expect(shown).toEqual(["conflict"]);
});

test("while somebody types it waits, however long that is, and comes a second after the last key", () => {
  key();
  afterTyping.wait(show("conflict"));
  for (let letter = 0; letter < 100; letter += 1) {
    vi.advanceTimersByTime(300);
    key();
  }
  vi.advanceTimersByTime(999);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["conflict"]);
});

test("letters that come without keys and a drag that is under way are waited for as well", () => {
  window.dispatchEvent(new Event("input"));
  afterTyping.wait(show("conflict"));
  vi.advanceTimersByTime(900);
  window.dispatchEvent(new PointerEvent("pointermove", { buttons: 1 }));
  vi.advanceTimersByTime(900);
  expect(shown).toEqual([]);
  window.dispatchEvent(new PointerEvent("pointermove", { buttons: 0 }));
  vi.advanceTimersByTime(100);
  expect(shown).toEqual(["conflict"]);
});

test("whoever asks for it has it now, and once", () => {
  key();
  afterTyping.wait(show("conflict"));
  expect(afterTyping.now()).toBe(true);
  expect(afterTyping.now()).toBe(false);
  vi.advanceTimersByTime(5_000);
  expect(shown).toEqual(["conflict"]);
});

test("what was dropped never comes, and the newest wish counts", () => {
  key();
  afterTyping.wait(show("first"));
  afterTyping.wait(show("second"));
  vi.advanceTimersByTime(2_000);
  key();
  afterTyping.wait(show("third"));
  afterTyping.drop();
  vi.advanceTimersByTime(2_000);
  expect(shown).toEqual(["second"]);
});
