import { DEFAULT_THEME } from "@mantine/core";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cssVariables, theme } from "./theme";

type Scheme = "light" | "dark";

const variables: Record<Scheme, Record<string, string>> = cssVariables(theme as never);
function tone(scheme: Scheme, name: string): string {
  const value = variables[scheme][name];
  if (value === undefined) throw new Error(`no ${name} in the ${scheme} theme`);
  return value;
}
/** What lies under the words: pages, cards, rows, the marked place in the navigation. */
const GROUNDS: Record<Scheme, readonly string[]> = {
  light: ["#ffffff", "--app-canvas", "--app-sunken", "--app-row-hover"],
  dark: ["#23282d", "--app-canvas", "--app-sunken", "--app-row-hover"],
};
const WORDS = [
  "--mantine-color-dimmed",
  "--mantine-color-anchor",
  "--mantine-color-error",
  "--app-good",
  "--app-bad",
  "--app-warn",
  "--app-note",
] as const;
const BOTH = ["light", "dark"] as const;

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const resolve = (scheme: Scheme, name: string) => (name.startsWith("#") ? name : tone(scheme, name));

test("black on white is 21 to 1, and a colour on itself 1 to 1", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#147d71", "#147d71")).toBe(1);
});

test.each(BOTH)("every word keeps 4.5 to 1 on every ground of the %s theme", (scheme) => {
  for (const word of WORDS) {
    for (const ground of GROUNDS[scheme]) {
      const value = contrast(tone(scheme, word), resolve(scheme, ground));
      expect(value, `${word} on ${ground}: ${value.toFixed(2)}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test.each(BOTH)("marked words keep 4.5 to 1 in the %s theme", (scheme) => {
  const text = scheme === "light" ? "#191e22" : "#c2c8cd";
  for (const ground of ["--app-bad-soft", "--app-warn-soft", "--app-note-soft", "--app-nav-active"]) {
    expect(contrast(text, tone(scheme, ground)), ground).toBeGreaterThanOrEqual(4.5);
  }
  for (const kind of ["added", "removed"]) {
    const value = contrast(tone(scheme, `--app-${kind}-text`), tone(scheme, `--app-${kind}-bg`));
    expect(value, kind).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(BOTH)("the focus ring and the lines of charts keep 3 to 1 in the %s theme", (scheme) => {
  for (const line of ["--app-focus", "--app-chart-1", "--app-chart-2", "--app-chart-3", "--app-chart-4"]) {
    for (const ground of GROUNDS[scheme]) {
      expect(contrast(tone(scheme, line), resolve(scheme, ground)), `${line} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  }
});

test.each(["red", "yellow", "green", "blue"] as const)(
  "%s words are coloured in the dark theme, and keep 4.5 to 1 on every ground and on their own",
  (name) => {
    const shades = theme.colors?.[name] ?? DEFAULT_THEME.colors[name];
    const word = tone("dark", `--mantine-color-${name}-light-color`);
    expect(shades.slice(2, 4)).toContain(word);
    // Under the pointer Mantine takes shade 9, darkened by 30%.
    const own = `#${[1, 3, 5]
      .map((at) => Math.round(0.7 * parseInt((shades[9] ?? "").slice(at, at + 2), 16)))
      .map((part) => part.toString(16).padStart(2, "0"))
      .join("")}`;
    for (const ground of [...GROUNDS.dark, own]) {
      expect(contrast(word, resolve("dark", ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test("the frames of fields and boxes keep 3 to 1 on every ground of the dark theme", () => {
  const styles = readFileSync("src/app/global.css", "utf8");
  const frames = [...styles.matchAll(/(?:--input-bd|border-color): var\(--mantine-color-dark-(\d)\)/g)];
  expect(frames).toHaveLength(2);
  for (const [, shade] of frames) {
    const frame = theme.colors?.dark?.[Number(shade)] ?? "";
    for (const ground of GROUNDS.dark) {
      expect(contrast(frame, resolve("dark", ground)), `dark-${String(shade)} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  }
});

test("colours are named in the theme; styles repeat none, except over a photograph", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".module.css"),
  );
  expect(files.length).toBeGreaterThan(30);
  const loose = files
    .filter((path) => !path.startsWith("canvas/") && !path.endsWith("annotated-image.module.css"))
    .flatMap((path) =>
      // White on a filled ground is the one colour that needs no name.
      [...readFileSync(`src/${path}`, "utf8").matchAll(/#[0-9a-f]{3,8}\b|light-dark\(/gi)].map(
        ([found]) => `${path}: ${found}`,
      ),
    )
    .filter((line) => !line.endsWith(": #fff"));
  expect(loose).toEqual([]);
});

test("both themes say the same things", () => {
  const own = (scheme: Scheme) => Object.keys(variables[scheme]).filter((name) => name.startsWith("--app-"));
  expect(own("dark").sort()).toEqual(own("light").sort());
});
