import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCES = "src";

/** Pixels of a photograph have no direction of reading: left of the image is left in every language. */
const isCanvas = (path: string) => path.startsWith("canvas/");

function sources(isWanted: (path: string) => boolean): Record<string, string> {
  const paths = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(isWanted);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(`${SOURCES}/${path}`, "utf8")]));
}

const styles = sources((path) => path.endsWith(".css"));
const components = sources((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"));

const PHYSICAL_STYLE =
  /(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)|(?:left|right)\s*:|(?:text-align|float|clear):\s*(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius)/;
const PHYSICAL_PROP =
  /\s(?:ml|mr|pl|pr)=|\b(?:margin|padding|border)(?:Left|Right)\b|\bta="(?:left|right)"|textAlign: "(?:left|right)"/;

function offending(files: Record<string, string>, pattern: RegExp): string[] {
  return Object.entries(files)
    .filter(([path]) => !isCanvas(path))
    .flatMap(([path, source]) =>
      source
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${String(index + 1)} ${line.trim()}`] : [])),
    );
}

test("styles name the start and the end of a line, not left and right", () => {
  expect(Object.keys(styles).length).toBeGreaterThan(20);
  expect(offending(styles, PHYSICAL_STYLE)).toEqual([]);
});

test("components give their margins by start and end", () => expect(offending(components, PHYSICAL_PROP)).toEqual([]));
