import { beforeEach, expect, test } from "vitest";
import { hasLeft, rememberLeaving } from "./leaving";

beforeEach(() => sessionStorage.clear());

test("who comes back with the state of their own sign-out has left", () => {
  rememberLeaving("https://id.example.org/end?post_logout_redirect_uri=x&state=one");
  expect(hasLeft("one")).toBe(true);
  expect(hasLeft("another")).toBe(false);
});

test("an address that somebody else made says nothing", () => {
  expect(hasLeft("one")).toBe(false);
  expect(hasLeft(undefined)).toBe(false);
});
