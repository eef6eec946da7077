import { canonical, partsOf } from "../combination";
import type { Command } from "../keys";

/** Why a combination cannot be given to a command. */
export type Reason = "browser" | "system" | "zoom" | "focus" | "cancel" | "press" | "move" | "edit";

/** What no page may take away, or what one should not: it would be missed in the next tab. */
const ALWAYS: Readonly<Record<Reason, readonly string[]>> = {
  browser: [
    ..."ntwqrlp".split("").map((key) => `mod+${key}`),
    ..."ntwqijcr".split("").map((key) => `mod+shift+${key}`),
    ..."123456789".split("").map((key) => `mod+${key}`),
    "F5",
    "mod+F5",
    "F11",
    "F12",
    "shift+F5",
    "mod+F4",
    "alt+Home",
    "alt+ArrowLeft",
    "alt+ArrowRight",
  ],
  system: ["alt+F4", "alt+Space", "mod+Space", "mod+alt+Delete"],
  zoom: ["mod+0", "mod++", "mod+-", "mod+="],
  focus: [],
  cancel: ["Escape", "shift+Escape"],
  press: ["Space", "shift+Space"],
  move: [],
  edit: ["mod+a", "mod+c", "mod+v", "mod+x", "mod+shift+v"],
};

const MOVING = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"];

/** Keys that buttons, lists and scrolling need wherever the focus is not on the image. */
const OUTSIDE_CANVAS: Readonly<Partial<Record<Reason, readonly string[]>>> = {
  press: ["Enter", "shift+Enter"],
  move: MOVING.flatMap((key) => [key, `shift+${key}`]),
};

/** A command may always have the keys back it was made with. */
export function reasonAgainst(text: string, command: Pick<Command, "keys" | "scope">): Reason | null {
  const keys = canonical(text);
  if (command.keys.some((own) => canonical(own) === keys)) return null;
  if (partsOf(keys).at(-1) === "Tab") return "focus";
  // On the image, Alt with an arrow changes the size of a box; the browser would go back a page.
  const isOnCanvas = command.scope === "canvas" && keys.startsWith("alt+Arrow");
  const always = isOnCanvas ? null : reasonIn(ALWAYS, keys);
  return always ?? (command.scope === "canvas" ? null : reasonIn(OUTSIDE_CANVAS, keys));
}

function reasonIn(table: Readonly<Partial<Record<Reason, readonly string[]>>>, keys: string): Reason | null {
  const entry = Object.entries(table).find(([, all]) => all.includes(keys));
  return (entry?.[0] as Reason | undefined) ?? null;
}
