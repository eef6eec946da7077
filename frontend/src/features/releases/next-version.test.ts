import { expect, test } from "vitest";
import { nextVersion } from "./next-version";

test("the next minor version is offered, of a candidate its final one, and first of all 1.0.0", () => {
  expect(nextVersion("1.2.3")).toBe("1.3.0");
  expect(nextVersion("1.9.0")).toBe("1.10.0");
  expect(nextVersion("2.0.0-rc.1")).toBe("2.0.0");
  expect(nextVersion(undefined)).toBe("1.0.0");
});
