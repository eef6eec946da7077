import { screen } from "@testing-library/react";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderWithProviders } from "@/testing/render";
import { Stat, Stats } from "./stat";

test("key figures are terms with their values, in one list", () => {
  renderWithProviders(
    <Stats>
      <Stat label="Images" value="1,000" hint="of 2,000" />
      <Stat label="Rounds" value="3" />
    </Stats>,
  );
  const [images, rounds] = screen.getAllByRole("term");
  expect(images).toHaveTextContent("Images");
  expect(images?.closest("dl")).toBe(rounds?.closest("dl"));
});

test("wherever key figures stand, they stand in the columns of one grid", () => {
  const pages = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
    .map((path) => ({ path, source: readFileSync(`src/${path}`, "utf8") }))
    .filter(({ source }) => /<Stat\s/.test(source));
  expect(pages.length).toBeGreaterThan(10);
  const ragged = pages.filter(({ source }) => !source.includes("<Stats") || /<(Group|dl)[^>]*>\s*<Stat\s/.test(source));
  expect(ragged.map(({ path }) => path)).toEqual([]);
});
