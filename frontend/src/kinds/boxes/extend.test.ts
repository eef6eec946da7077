import { expect, it } from "vitest";
import { extend } from "./extend";

const LIST = [..."abcd"];
const extended = (selection: string, by: 1 | -1) => extend(LIST, [...selection], by).join("");

it("takes the neighbour of the one selected last, which is the last one then", () => {
  expect(extended("b", 1)).toBe("bc");
  expect(extended("bc", 1)).toBe("bcd");
  expect(extended("c", -1)).toBe("cb");
});

it("lets go of what one goes back over", () => {
  expect(extended("bcd", -1)).toBe("bc");
  expect(extended("bc", -1)).toBe("b");
  expect(extended("b", -1)).toBe("ba");
});

it("stays at the ends of the list", () => {
  expect(extended("cd", 1)).toBe("cd");
  expect(extended("a", -1)).toBe("a");
});

it("begins at an end where nothing is selected", () => {
  expect(extended("", 1)).toBe("a");
  expect(extended("", -1)).toBe("d");
  expect(extend([], [], 1)).toEqual([]);
});
