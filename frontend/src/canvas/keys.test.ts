import { afterEach, describe, expect, it, vi } from "vitest";
import { commandFor, firstKeys, isSingleKey, matchesKeys, type Command } from "./keys";

function press(key: string, more: KeyboardEventInit = {}, target: Element = document.body) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
  Object.defineProperty(event, "target", { value: target });
  return event;
}

afterEach(() => document.body.replaceChildren());

describe("matching keys", () => {
  type Case = [keys: string, key: string, more: KeyboardEventInit, matches: boolean];
  it.each<Case>([
    ["mod+z", "z", { ctrlKey: true }, true],
    ["mod+z", "z", { metaKey: true }, true],
    ["mod+z", "Z", { ctrlKey: true, shiftKey: true }, false],
    ["mod+shift+z", "Z", { ctrlKey: true, shiftKey: true }, true],
    ["r", "R", { shiftKey: true }, false],
    ["r", "r", { ctrlKey: true }, false],
    ["?", "?", { shiftKey: true }, true],
    ["+", "+", {}, true],
    ["+", "+", { shiftKey: true }, true],
    ["alt+d", "∂", { altKey: true, code: "KeyD" }, true],
    ["space", " ", {}, true],
    ["alt+ArrowLeft", "ArrowLeft", { altKey: true }, true],
    ["ArrowLeft", "ArrowLeft", { altKey: true }, false],
  ])("%s pressed as %s with %j: %s", (keys, key, more, matches) =>
    expect(matchesKeys(new KeyboardEvent("keydown", { key, ...more }), keys)).toBe(matches),
  );

  it("knows which keys also type a character", () => {
    expect(["r", "?", "0", "space"].every(isSingleKey)).toBe(true);
    expect(["mod+z", "Delete", "ArrowUp", "alt+d"].some(isSingleKey)).toBe(false);
  });
});

describe("which command a key means", () => {
  const command = (scope: Command["scope"], keys: string): Command => ({
    id: `${scope} ${keys}`,
    keys: [keys],
    scope,
    run: vi.fn(),
  });
  const commands = [command("page", "r"), command("canvas", "ArrowUp"), command("anywhere", "mod+Enter")];

  it("leaves letters alone while somebody is typing", () => {
    const area = document.createElement("textarea");
    document.body.append(area);
    expect(commandFor(press("r", {}, area), commands, true)).toBeUndefined();
    expect(commandFor(press("r"), commands, true)?.id).toBe("page r");
    expect(commandFor(press("Enter", { ctrlKey: true }, area), commands, true)?.scope).toBe("anywhere");
  });

  it("leaves the arrows to a button that has the focus, but not to the canvas", () => {
    const button = document.createElement("button");
    const canvas = document.createElement("div");
    canvas.dataset["canvas"] = "";
    document.body.append(button, canvas);
    expect(commandFor(press("ArrowUp", {}, button), commands, true)).toBeUndefined();
    expect(commandFor(press("ArrowUp", {}, canvas), commands, true)?.scope).toBe("canvas");
  });

  it("does nothing behind an open dialog", () => {
    const dialog = document.createElement("div");
    dialog.setAttribute("role", "dialog");
    document.body.append(dialog);
    expect(commandFor(press("r", {}, dialog), commands, true)).toBeUndefined();
  });

  it("goes to who has it first, wherever it was registered, unless that can do nothing now", () => {
    let isEnabled = true;
    const select = { ...command("page", "r"), id: "select", isFirst: true, isEnabled: () => isEnabled };
    expect(commandFor(press("r"), [...commands, select], true)?.id).toBe("select");
    expect([...firstKeys([...commands, select])]).toEqual(["r"]);
    isEnabled = false;
    expect(commandFor(press("r"), [...commands, select], true)?.id).toBe("page r");
    expect([...firstKeys([...commands, select])]).toEqual([]);
  });

  it("obeys the switch for single keys", () => {
    expect(commandFor(press("r"), commands, false)).toBeUndefined();
    expect(commandFor(press("Enter", { ctrlKey: true }), commands, false)).toBeDefined();
  });
});
