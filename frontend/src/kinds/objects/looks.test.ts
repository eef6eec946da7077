import { expect, it } from "vitest";
import { seedObject } from "../fixtures-for-tests";
import { isInSight, nextOf, unreadIn } from "./looks";

const [cat, bowl, toy] = [
  seedObject("cat", "cat", 0, 0),
  seedObject("bowl", "bowl", 0, 0),
  seedObject("toy", "toy", 0, 0),
];
const START = [cat, bowl, toy];

it("takes for unread what is as it came and was not looked at", () => {
  expect(unreadIn(START, START, new Set())).toEqual(["cat", "bowl", "toy"]);
  const edited = { ...bowl, description: "Blue." };
  const drawn = { ...seedObject("new", "new", 0, 0), derived_from: [] };
  expect(unreadIn([cat, edited, toy, drawn], START, new Set(["cat"]))).toEqual(["toy"]);
});

it("goes on to the next unread one in the order of the list, and round the end", () => {
  const unread = new Set(["cat", "toy"]);
  expect(nextOf(START, unread, undefined)?.id).toBe("cat");
  expect(nextOf(START, unread, "cat")?.id).toBe("toy");
  expect(nextOf(START, unread, "toy")?.id).toBe("cat");
  expect(nextOf(START, new Set(["cat"]), "cat")).toBeUndefined();
});

it.each([
  [{ x: 10, y: 10, width: 50, height: 50 }, true],
  [{ x: -40, y: 10, width: 50, height: 50 }, false],
  [{ x: -900, y: -900, width: 4000, height: 4000 }, true],
  [{ x: 500, y: 10, width: 50, height: 50 }, false],
])("a box at %o is in sight: %s", (box, expected) => {
  expect(isInSight(box, { width: 400, height: 300 })).toBe(expected);
});
