import { expect, test } from "vitest";
import {
  AS_IT_IS,
  filterOf,
  isAsItIs,
  lookAsText,
  lookFromText,
  LOOK_RANGE,
  stepped,
  withStrength,
  type Look,
} from "./look";
import { numbers } from "./random-for-tests";

test("an image that is shown as it is has no filter at all", () => {
  expect(filterOf(AS_IT_IS)).toBeUndefined();
  expect(lookAsText(AS_IT_IS)).toBe("");
});

test("only what was changed is in the filter, in the order in which it is meant", () => {
  expect(filterOf({ ...AS_IT_IS, brightness: 140 })).toBe("brightness(1.4)");
  expect(filterOf({ brightness: 80, contrast: 150, isInverted: true, isGrey: true })).toBe(
    "grayscale(1) brightness(0.8) contrast(1.5) invert(1)",
  );
});

test("as many presses down as up lead back to the image as it is", () => {
  let look: Look = AS_IT_IS;
  for (let press = 0; press < 5; press++) look = stepped(look, "brightness", 1);
  expect(look.brightness).toBe(200);
  for (let press = 0; press < 5; press++) look = stepped(look, "brightness", -1);
  expect(isAsItIs(look)).toBe(true);
});

test("however often a key is pressed, something is left to be seen", () => {
  let look: Look = AS_IT_IS;
  for (let press = 0; press < 99; press++) look = stepped(stepped(look, "brightness", -1), "contrast", 1);
  expect(look).toEqual({ ...AS_IT_IS, brightness: LOOK_RANGE.min, contrast: LOOK_RANGE.max });
});

test("a look survives the way through an address", () => {
  const random = numbers(5);
  for (let round = 0; round < 300; round++) {
    const look = {
      ...withStrength(
        withStrength(AS_IT_IS, "brightness", 10 * Math.round(random() * 40)),
        "contrast",
        10 * Math.round(random() * 40),
      ),
      isInverted: random() < 0.5,
      isGrey: random() < 0.5,
    };
    expect(lookFromText(lookAsText(look))).toEqual(look);
  }
});

test.each(["", "bright", "140", "140-", "-5-100", "140-100-x", "1e3-100", "140-100-ig;x"])("%j is no look", (text) =>
  expect(lookFromText(text)).toEqual(AS_IT_IS),
);

test("an address asks for no more than the sliders offer", () =>
  expect(lookFromText("999-10")).toMatchObject({ brightness: 300, contrast: 20 }));
