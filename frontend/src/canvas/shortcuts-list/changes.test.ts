import { describe, expect, it } from "vitest";
import type { Command } from "../keys";
import { chosen, clashes, exchanged, firstHolders, holdersOf, places, taken } from "./changes";
import { reasonAgainst } from "./reserved";
import { foundByKeys, foundByName, rowGroups, shownKeys, type Row } from "./rows";

const command = (id: string, keys: string[], more: Partial<Command> = {}): Command => ({
  id,
  keys,
  scope: "page",
  run: () => undefined,
  ...more,
});
const ARROWS = ["ArrowLeft", "ArrowRight"].map((key, at) =>
  command("nudge", [key, `shift+${key}`], { scope: "canvas", isUnlisted: at > 0 }),
);
const PAGE = [
  { group: "objects", commands: [command("merge", ["m"]), command("redo", ["mod+shift+z", "mod+y"]), ...ARROWS] },
  { group: "view", commands: [command("lens", ["l"]), command("actual_size", ["1"], { isUnlisted: true })] },
];
const nameOf = ({ id }: Command) => ({ merge: "Zusammenführen", lens: "Loupe à main" })[id] ?? id;
const groups = (choices = {}) => rowGroups(PAGE, choices, nameOf);
const rowOf = (id: string, choices = {}): Row =>
  groups(choices)
    .flatMap(({ rows }) => rows)
    .find((row) => row.id === id)!;
const placeOf = (id: string, choices = {}, at = 0) => ({
  row: rowOf(id, choices),
  member: rowOf(id, choices).members[at]!,
});

describe("the list", () => {
  it("has one row for each thing one can do, and none for what does nothing here", () => {
    expect(groups().flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(["merge", "redo", "nudge", "lens"]);
    expect(rowOf("nudge").members.map(({ choice }) => choice)).toEqual(["nudge_arrowleft", "nudge_arrowright"]);
  });

  it("shows one of two keys where Shift only means further", () => {
    expect(shownKeys(placeOf("nudge").member)).toEqual(["ArrowLeft"]);
    expect(shownKeys(placeOf("redo").member)).toEqual(["mod+shift+z", "mod+y"]);
  });

  it.each([
    ["zusammen", ["merge"]],
    ["LOUPE a", ["lens"]],
    ["objects", ["merge", "redo", "nudge"]],
    ["ctrl+y", ["redo"]],
    ["nothing like it", []],
  ])("finds by %s", (question, expected) => {
    const keysText = (keys: string) => keys.replace("mod", "Ctrl");
    const matches = foundByName(groups(), question, (group) => group, keysText);
    expect(matches.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(expected);
  });

  it("finds by the key itself, the chosen one and not the one before", () => {
    const choices = { lens: ["k"] };
    expect(foundByKeys(groups(choices), "K").flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(["lens"]);
    expect(foundByKeys(groups(choices), "l")).toEqual([]);
  });
});

describe("changing keys", () => {
  it("exchanges, adds and takes away, and leaves the others", () => {
    const { member } = placeOf("redo");
    expect(exchanged(member, "mod+y", "alt+y")).toEqual(["mod+shift+z", "alt+y"]);
    expect(exchanged(member, null, "F8")).toEqual(["mod+shift+z", "mod+y", "F8"]);
    expect(exchanged(member, "mod+y", null)).toEqual(["mod+shift+z"]);
    expect(exchanged(member, "mod+y", "mod+shift+z")).toEqual(["mod+shift+z"]);
  });

  it("moves both of a pair, so that Shift goes on meaning further", () => {
    const { member } = placeOf("nudge");
    expect(exchanged(member, "ArrowLeft", "a")).toEqual(["a", "shift+a"]);
    expect(exchanged(member, "ArrowLeft", null)).toEqual([]);
  });

  it("keeps no choice that chooses a command's own keys", () => {
    const { member } = placeOf("merge", { merge: ["j"] });
    expect(chosen({ merge: ["j"], lens: ["k"] }, member, ["m"])).toEqual({ lens: ["k"] });
  });

  it("knows whose a key is, whether chosen or own, and takes it from them", () => {
    const holders = holdersOf(groups({ lens: ["k"] }), ["k"], "merge");
    expect(holders.map(({ row }) => row.id)).toEqual(["lens"]);
    expect(taken({ lens: ["k"] }, holders, ["k"])).toEqual({ lens: [] });
    expect(holdersOf(groups(), ["m"], "merge")).toEqual([]);
    expect(holdersOf(groups(), ["shift+ArrowRight"], "lens").map(({ member }) => member.choice)).toEqual([
      "nudge_arrowright",
    ]);
  });

  it("says where a key chosen on another page is somebody else's here", () => {
    const choices = { lens: ["m"] };
    expect(clashes(groups(choices), placeOf("merge", choices)).map(({ row }) => row.id)).toEqual(["lens"]);
    expect(places(groups()).flatMap((place) => clashes(groups(), place))).toEqual([]);
  });
});

describe("keys that the work on the page has first", () => {
  const ranking = { group: "ranking", commands: [command("rank_select", ["l"], { isFirst: true })] };
  const withRanking = (choices = {}) => rowGroups([...PAGE, ranking], choices, nameOf);
  const idsOf = (matches: ReturnType<typeof places>) => matches.map(({ row }) => row.id);
  const placeIn = (all: ReturnType<typeof withRanking>, id: string) => places(all).find(({ row }) => row.id === id)!;

  it("are said where they are not to be had, and nowhere else", () => {
    const all = withRanking();
    expect(idsOf(firstHolders(all, placeIn(all, "lens")))).toEqual(["rank_select"]);
    expect(firstHolders(all, placeIn(all, "rank_select"))).toEqual([]);
    expect(firstHolders(all, placeIn(all, "merge"))).toEqual([]);
  });

  it("are no clash of keys that somebody chose", () => {
    const all = withRanking({ merge: ["l"], lens: ["k"] });
    expect(clashes(all, placeIn(all, "merge"))).toEqual([]);
    expect(idsOf(firstHolders(all, placeIn(all, "merge")))).toEqual(["rank_select"]);
  });
});

describe("keys that cannot be had", () => {
  const onPage = command("merge", ["m"]);
  const onCanvas = command("nudge", ["ArrowLeft"], { scope: "canvas" });
  it.each([
    ["mod+t", "browser"],
    ["mod+w", "browser"],
    ["mod+1", "browser"],
    ["alt+F4", "system"],
    ["mod++", "zoom"],
    ["Tab", "focus"],
    ["shift+Tab", "focus"],
    ["Escape", "cancel"],
    ["Space", "press"],
    ["Enter", "press"],
    ["ArrowDown", "move"],
    ["mod+c", "edit"],
  ])("%s: %s", (keys, reason) => expect(reasonAgainst(keys, onPage)).toBe(reason));

  it("lets the image have what only lists need, and a command what is its own", () => {
    expect(reasonAgainst("ArrowDown", onCanvas)).toBeNull();
    expect(reasonAgainst("alt+ArrowLeft", onCanvas)).toBeNull();
    expect(reasonAgainst("alt+ArrowLeft", onPage)).toBe("browser");
    expect(reasonAgainst("Escape", command("clear", ["Escape"]))).toBeNull();
    expect(reasonAgainst("mod+shift+m", onPage)).toBeNull();
  });
});
