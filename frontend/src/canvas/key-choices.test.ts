import { describe, expect, it, vi } from "vitest";
import { choiceKey, hasTwins, keysOfChoice, twinOf, withChoices } from "./key-choices";
import { commandFor, type Command } from "./keys";

const command = (id: string, ...keys: string[]): Command => ({ id, keys, scope: "page", run: vi.fn() });
const press = (key: string, more: KeyboardEventInit = {}) => new KeyboardEvent("keydown", { key, ...more });

describe("what a choice is kept under", () => {
  it("is the name of a command that stands alone", () => {
    const merge = command("merge", "m");
    expect(choiceKey(merge, [merge, command("split", "s")])).toBe("merge");
  });

  it("tells the numbers and directions of one command apart, however many there are", () => {
    const rates = ["1", "2", "3"].map((digit) => command("rate", digit));
    expect(rates.map((rate) => choiceKey(rate, rates))).toEqual(["rate_1", "rate_2", "rate_3"]);
    expect(choiceKey(rates[1]!, rates.slice(0, 2))).toBe("rate_2");
    const nudge = ["ArrowLeft", "ArrowRight"].map((key) => command("nudge", key, `shift+${key}`));
    expect(choiceKey(nudge[0]!, nudge)).toBe("nudge_arrowleft");
  });

  it("says which of them it was", () => {
    for (const keys of ["3", "ArrowLeft", "alt+shift+ArrowUp", "alt+4", "+", "["]) {
      const both = [command("move", keys), command("move", "F9")];
      expect(keysOfChoice(choiceKey(both[0]!, both), "move")).toBe(keys);
    }
  });

  it("is a name the server takes, whatever the keys", () => {
    const both = [command("zoom", "+"), command("zoom", "mod+-"), command("zoom", "ö")];
    for (const choice of both) expect(choiceKey(choice, both)).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
  });

  it("does not change when the same command stands there twice", () => {
    const twice = [command("lens", "l"), command("lens", "l")];
    expect(choiceKey(twice[0]!, twice)).toBe("lens");
  });
});

describe("chosen keys", () => {
  it("take the place of a command's own", () => {
    const merge = command("merge", "m");
    const bound = withChoices([merge], { merge: ["j"] });
    expect(commandFor(press("m"), bound, true)).toBeUndefined();
    commandFor(press("j"), bound, true)?.run(press("j"));
    expect(merge.run).toHaveBeenCalledOnce();
  });

  it("may be none at all", () =>
    expect(commandFor(press("m"), withChoices([command("merge", "m")], { merge: [] }), true)).toBeUndefined());

  it("reach the command as its own keys would, so that Shift still means further", () => {
    const runs: string[] = [];
    const left: Command = {
      id: "nudge",
      keys: ["ArrowLeft", "shift+ArrowLeft"],
      scope: "page",
      run: (event) => runs.push(`${event.key} ${String(event.shiftKey)}`),
    };
    const bound = withChoices([left], { nudge: ["a", "shift+a"] });
    for (const event of [press("a"), press("A", { shiftKey: true })]) commandFor(event, bound, true)?.run(event);
    expect(runs).toEqual(["ArrowLeft false", "ArrowLeft true"]);
  });

  it("reach it as they are where they are its own", () => {
    const run = vi.fn();
    const event = press("m");
    withChoices([{ ...command("merge", "m"), run }], { merge: ["j", "m"] })[0]!.run(event);
    expect(run).toHaveBeenCalledWith(event);
  });
});

it("sees in which commands Shift means further", () => {
  expect(hasTwins(["ArrowLeft", "shift+ArrowLeft"])).toBe(true);
  expect(hasTwins(["m"])).toBe(false);
  expect(hasTwins(["mod+shift+z", "mod+y"])).toBe(false);
  expect(twinOf("alt+ArrowUp")).toBe("alt+shift+ArrowUp");
});
