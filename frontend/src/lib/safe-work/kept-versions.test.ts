import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeptVersions, MOST_CHARACTERS, MOST_DAYS, MOST_VERSIONS } from "./kept-versions";

const DAY = 24 * 60 * 60 * 1000;
const shelf = (id = "7", user: number | null = 1) => new KeptVersions<string>(id, user, (a, b) => a === b);
const works = (of: KeptVersions<string>) => of.list().map(({ work }) => work);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: new Date("2026-05-01T12:00:00Z") });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("versions outlive the page, the newest first, and are deleted one by one", () => {
  shelf().keep("A cat.", "here");
  shelf().keep("A dog.", "elsewhere");
  expect(shelf().list()).toMatchObject([
    { work: "A dog.", from: "elsewhere" },
    { work: "A cat.", from: "here" },
  ]);
  shelf().drop(shelf().list()[0]!.key);
  expect(works(shelf())).toEqual(["A cat."]);
  shelf().drop(shelf().list()[0]!.key);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("they are shown to nobody else and at no other task", () => {
  shelf("7", 1).keep("A cat.", "here");
  expect(works(shelf("7", 2))).toEqual([]);
  expect(works(shelf("7", null))).toEqual([]);
  expect(works(shelf("8", 1))).toEqual([]);
});

test("the same version is kept once", () => {
  shelf().keep("A cat.", "here");
  shelf().keep("A dog.", "here");
  shelf().keep("A cat.", "elsewhere");
  expect(works(shelf())).toEqual(["A cat.", "A dog."]);
});

test("of one task only the newest few are kept", () => {
  for (let number = 1; number <= MOST_VERSIONS + 2; number += 1) shelf().keep(String(number), "here");
  expect(works(shelf())).toEqual(["7", "6", "5", "4", "3"]);
});

test("after two weeks they are gone, at whichever task one looks", () => {
  shelf("7").keep("old", "here");
  vi.setSystemTime(Date.now() + (MOST_DAYS - 1) * DAY);
  shelf("7").keep("new", "here");
  vi.setSystemTime(Date.now() + 2 * DAY);
  expect(works(shelf("8"))).toEqual([]);
  expect(localStorage.getItem("annotate:versions:7")).not.toContain("old");
  expect(works(shelf("7"))).toEqual(["new"]);
});

test("all of them together stay small: the oldest make room", () => {
  const long = "x".repeat(MOST_CHARACTERS / 2 - 500);
  for (const id of ["1", "2", "3"]) {
    shelf(id).keep(id + long, "here");
    vi.setSystemTime(Date.now() + 1_000);
  }
  expect(["1", "2", "3"].map((id) => shelf(id).list().length)).toEqual([0, 1, 1]);
});

test("on a full device older versions make room, and nothing else does", () => {
  localStorage.setItem("annotate:unsaved:9", "a draft");
  shelf("1").keep("oldest", "here");
  const write = vi.spyOn(Storage.prototype, "setItem").mockImplementation(function put(this: Storage, name, value) {
    if (this.getItem("annotate:versions:1") !== null) throw new DOMException("full", "QuotaExceededError");
    write.mockRestore();
    this.setItem(name, value);
  });
  shelf("2").keep("newest", "here");
  expect(works(shelf("2"))).toEqual(["newest"]);
  expect(works(shelf("1"))).toEqual([]);
  expect(localStorage.getItem("annotate:unsaved:9")).toBe("a draft");
});

test("what is broken or forbidden is as if it were not there", () => {
  localStorage.setItem("annotate:versions:7", "{oh");
  expect(works(shelf())).toEqual([]);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("no");
  });
  shelf().keep("A cat.", "here");
  expect(works(shelf())).toEqual([]);
});
