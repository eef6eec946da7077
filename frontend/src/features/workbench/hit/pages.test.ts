import { beforeEach, expect, test } from "vitest";
import { captionAssignment } from "@/kinds/fixtures-for-tests";
import { firstPage, pageState, rememberPage } from "./pages";
import { fieldsByPage } from "./use-hit-submit";

const facts = { isSkipped: false, wasOpened: true, isTouched: true, isEmpty: false, isRefused: false, errors: null };

beforeEach(() => localStorage.clear());

test("a page says what is known of it", () => {
  expect(pageState({ ...facts, wasOpened: false, isTouched: false, isEmpty: true })).toBe("unopened");
  expect(pageState({ ...facts, isTouched: false, isEmpty: true })).toBe("empty");
  expect(pageState(facts)).toBe("draft");
  expect(pageState({ ...facts, errors: 2 })).toBe("problems");
  expect(pageState({ ...facts, errors: 0 })).toBe("done");
  expect(pageState({ ...facts, errors: 0, isSkipped: true })).toBe("skipped");
});

test("an untouched page that began with something is ready only once it was looked at", () => {
  const seeded = { ...facts, isTouched: false, errors: 0 };
  expect(pageState(seeded)).toBe("done");
  expect(pageState({ ...seeded, wasOpened: false })).toBe("unopened");
});

test("what was refused needs mending even where nothing was written", () =>
  expect(pageState({ ...facts, isEmpty: true, isRefused: true })).toBe("problems"));

test("one comes back to the page where one was, else to the first without a draft", () => {
  const draft = { version: 1, answer: captionAssignment().start, saved_at: "", scratch_reason: null, looked_at: null };
  const pages = [captionAssignment({ id: 1, draft }), captionAssignment({ id: 2 }), captionAssignment({ id: 3 })];
  expect(firstPage(9, pages)).toBe(1);
  rememberPage(9, 2);
  expect(firstPage(9, pages)).toBe(2);
  rememberPage(9, 7);
  expect(firstPage(9, pages)).toBe(1);
});

test("what is refused belongs to the page that was sent at that place", () => {
  const field = (path: string) => ({ path, code: "x", message: "" });
  const byPage = fieldsByPage([field("answers[1].text"), field("answers[0].votes.a"), field("answers")], [0, 3]);
  expect([...byPage]).toEqual([
    [0, [field("votes.a")]],
    [3, [field("text")]],
  ]);
});
