import { expect, it } from "vitest";
import shortcuts from "@/locales/en/shortcuts.json";
import workbench from "@/locales/en/workbench.json";
import { SHOWN_WITH } from "./shown-with";

const sources = import.meta.glob<string>(["../../**/*.{ts,tsx}", "!../../**/*.test.*"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const all = Object.values(sources).join("\n");
/** Commands name themselves, or the catalogue does; `page(...)` is a short form of some. */
const ids = [...all.matchAll(/\b(?:id: |page\()"([a-z_]+)",\s*(?:keys:|\[")/g)].map(([, id]) => id!);

it("finds the commands of all workbenches", () => expect(new Set(ids).size).toBeGreaterThan(50));

it("has a name in the catalogue for every command", () =>
  expect([...new Set(ids)].filter((id) => !(id in workbench.keys))).toEqual([]));

it("has no name for a command that is gone", () => {
  const gone = Object.keys(workbench.keys).filter((id) => !all.includes(`"${id}"`));
  expect(gone).toEqual([]);
});

it("has ids the server keeps choices under", () =>
  expect(ids.filter((id) => !/^[a-z][a-z0-9_]{0,29}$/.test(id))).toEqual([]));

it("has a heading for every group, or shows it with another", () => {
  const used = [...all.matchAll(/useShortcuts\(\s*"([a-z-]+)"/g)].map(([, group]) => group!);
  const unnamed = used.filter((group) => !(group in shortcuts.groups) && !(group in SHOWN_WITH));
  expect(unnamed).toEqual([]);
});
