import { afterEach, describe, expect, it, vi } from "vitest";
import { commandFor, isSingleKey, matchesKeys, type Command } from "./keys";

function press(key: string, more: KeyboardEventInit = {}, target: Element = document.body) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
  Object.defineProperty(event, "target", { value: target });
  return event;
}

afterEach(() => document.body.replaceChildren());

describe("matching keys", () => {
  it.each([
    ["mod+z", press("z", { ctrlKey: true }), true],
    ["mod+z", press("z", { metaKey: true }), true],
    ["mod+z", press("Z", { ctrlKey: true, shiftKey: true }), false],
    ["mod+shift+z", press("Z", { ctrlKey: true, shiftKey: true }), true],
    ["r", press("R", { shiftKey: true }), false],
    ["r", press("r", { ctrlKey: true }), false],
    ["?", press("?", { shiftKey: true }), true],
    ["+", press("+"), true],
    ["+", press("+", { shiftKey: true }), true],
    ["alt+d", press("∂", { altKey: true, code: "KeyD" }), true],
    ["space", press(" "), true],
    ["alt+ArrowLeft", press("ArrowLeft", { altKey: true }), true],
    ["ArrowLeft", press("ArrowLeft", { altKey: true }), false],
  ])("%s and %o: %s", (keys, event, expected) => {
    expect(matchesKeys(event, keys)).toBe(expected);
  });

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
  const commands = [
    command("page", "r"),
    command("canvas", "ArrowUp"),
    command("anywhere", "mod+Enter"),
  ];

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

  it("obeys the switch for single keys", () => {
    expect(commandFor(press("r"), commands, false)).toBeUndefined();
    expect(commandFor(press("Enter", { ctrlKey: true }), commands, false)).toBeDefined();
  });
});
