import { describe, expect, it } from "vitest";
import { matching, type Entry } from "./entries";

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({ id: label, label, go: () => undefined, ...more });
const found = (entries: Entry[], typed: string) =>
  matching([{ id: "pages", key: "pages", entries }], typed).flatMap((group) => group.entries.map(({ label }) => label));

describe("what is typed into the command field", () => {
  const pages = [entry("Text reports"), entry("Export"), entry("Releases", { about: "Frozen versions to export" })];

  it("finds by every word, wherever it stands", () => expect(found(pages, "frozen rel")).toEqual(["Releases"]));

  it("puts first what begins with it", () =>
    expect(found(pages, "ex")).toEqual(["Export", "Text reports", "Releases"]));

  it("takes accents and capitals for what they are written without", () =>
    expect(found([entry("Prüfung")], "PRUFUNG")).toEqual(["Prüfung"]));

  it("finds by words that are not shown", () =>
    expect(found([entry("State", { words: "pause archive" })], "archive")).toEqual(["State"]));

  it("keeps what the server found by words it alone knows", () =>
    expect(found([entry("beach.jpg", { isFound: true })], "kite")).toEqual(["beach.jpg"]));

  it("shows everything while nothing is typed, seven of each kind", () =>
    expect(
      found(
        Array.from({ length: 9 }, (_, number) => entry(`Page ${String(number)}`)),
        "  ",
      ),
    ).toHaveLength(7));

  it("puts last what leads to all others", () =>
    expect(
      found([entry("All kites", { isFound: true, isLast: true }), entry("beach", { isFound: true })], "kites"),
    ).toEqual(["beach", "All kites"]));

  it("leaves out kinds without any", () =>
    expect(matching([{ id: "acts", key: "acts", entries: pages }], "nothing like it")).toEqual([]));
});
