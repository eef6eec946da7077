import { canonical, matchesKeys, parseKeys, partsOf } from "./combination";
import type { Command } from "./keys";

/** The keys somebody chose, by what they chose them for; what is not in it has its own. */
export type KeyChoices = Readonly<Record<string, readonly string[]>>;

/**
 * What a choice is kept under: the command's id, and where several share one also its first key
 * (`rate_3`, `nudge_arrowleft`). Only letters, digits and underscores.
 */
export function choiceKey(command: Command, commands: readonly Command[]): string {
  const isOfSeveral = commands.some(
    (other) => other !== command && other.id === command.id && !isSame(other.keys, command.keys),
  );
  return isOfSeveral ? `${command.id}_${slug(command.keys[0] ?? "")}` : command.id;
}

function slug(keys: string): string {
  return keys
    .toLowerCase()
    .replace(/[^a-z0-9]/g, (sign) => (sign === "+" ? "_" : `x${sign.charCodeAt(0).toString(16)}`));
}

/** The first key of the command that a choice was made for, out of what the choice is kept under. */
export function keysOfChoice(choice: string, id: string): string {
  const signs = choice
    .slice(id.length + 1)
    .replace(/x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return canonical(signs.replaceAll("_", "+"));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((keys, at) => canonical(keys) === canonical(b[at] ?? ""));
}

/** The commands with the keys that were chosen for them. */
export function withChoices(commands: readonly Command[], choices: KeyChoices): Command[] {
  return commands.map((command) => {
    const chosen = choices[choiceKey(command, commands)];
    if (!chosen) return command;
    return { ...command, keys: chosen, run: (event) => command.run(asOwnKey(event, command.keys, chosen)) };
  });
}

/**
 * An event as the command's own key makes it. A command may look at Shift (by ten) or at which
 * arrow it was; with other keys in their place it must find the same.
 */
function asOwnKey(event: KeyboardEvent, own: readonly string[], chosen: readonly string[]): KeyboardEvent {
  if (own.some((keys) => matchesKeys(event, keys))) return event;
  const pressed = chosen.find((keys) => matchesKeys(event, keys) || matchesKeys(event, keys, "place"));
  const meant = own.find((keys) => hasShift(keys) === hasShift(pressed ?? "")) ?? own[0];
  if (meant === undefined) return event;
  const { mod, alt } = parseKeys(meant);
  return new KeyboardEvent("keydown", {
    key: partsOf(meant).at(-1) ?? "",
    code: event.code,
    repeat: event.repeat,
    ctrlKey: mod,
    altKey: alt,
    shiftKey: hasShift(meant),
  });
}

export function hasShift(keys: string): boolean {
  return partsOf(keys).slice(0, -1).includes("shift");
}

/** Whether Shift says "further" for this command, as for moving a box: then each key comes in two. */
export function hasTwins(own: readonly string[]): boolean {
  const all = own.map(canonical);
  const plain = all.filter((keys) => !hasShift(keys));
  return plain.length > 0 && plain.every((keys) => all.includes(twinOf(keys))) && all.length === 2 * plain.length;
}

export function twinOf(keys: string): string {
  const parts = partsOf(keys);
  return canonical([...parts.slice(0, -1), "shift", parts.at(-1) ?? ""].join("+"));
}
