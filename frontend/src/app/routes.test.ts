import { expect, it } from "vitest";
import swept from "../../../tests/e2e/routes.json";
import { createAppRouter } from "./router";

it("has every page in a sweep of the browser tests, which look for faults in both themes and sizes", () => {
  const pages = Object.keys(createAppRouter().routesByPath);
  expect(Object.keys(swept).sort()).toEqual(pages.sort());
});
