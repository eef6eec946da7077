import { canonical, isForWriting, isSingleKey, matchesKeys, type Reading } from "./combination";

export { isSingleKey, matchesKeys, parseKeys } from "./combination";

/**
 * A command is data: its keys, its name and what it does. The key handler, the toolbar and
 * the list of shortcuts read the same object, so they can never disagree.
 *
 * Several commands may share an id: then they are one thing in several directions or numbers, such
 * as moving a box, and each is told apart by its first key.
 */
export interface Command {
  id: string;
  /** The keys it has until somebody chooses others: `mod+shift+z`, `r`, `alt+ArrowLeft`. */
  keys: readonly string[];
  /** The event is as its own keys make it, whatever keys were chosen in their place. */
  run: (event: KeyboardEvent) => void;
  /** `canvas`: only while nothing else that understands such keys has the focus. */
  scope: "page" | "canvas" | "anywhere";
  isEnabled?: () => boolean;
  /** While it can do anything, it has its keys before whatever else of the page has the same. */
  isFirst?: boolean;
  /** Hidden from the list of shortcuts, because it does nothing here. */
  isUnlisted?: boolean;
  /** Its name, where the catalogue of the workbench does not have it. */
  name?: string;
}

const TEXT_INPUTS = new Set(["text", "search", "email", "url", "password", "number", "tel", "date"]);

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && TEXT_INPUTS.has(target.type);
}

/** Arrows, Enter and the like belong to whatever has the focus, unless that is the canvas or nothing. */
export function isFreeForCanvas(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  // A heading has the focus after a task was opened: it only says where one is.
  return target === document.body || target.matches("h1, h2") || target.closest("[data-canvas]") !== null;
}

export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=menu]") !== null;
}

const READINGS: readonly Reading[] = ["typed", "place"];

/** Each of the keys that go to a command before all others. */
export function firstKeys(commands: readonly Command[]): ReadonlySet<string> {
  const first = commands.filter((command) => command.isFirst && (command.isEnabled?.() ?? true));
  return new Set(first.flatMap(({ keys }) => keys.map(canonical)));
}

/** The command that a key means here; what a key types goes before where it lies. */
export function commandFor(
  event: KeyboardEvent,
  commands: readonly Command[],
  singleKeys: boolean,
): Command | undefined {
  const inOrder = [...commands].sort((a, b) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false));
  for (const reading of READINGS) {
    const match = inOrder.find(
      (command) =>
        command.keys.some(
          (keys) =>
            matchesKeys(event, keys, reading) &&
            (singleKeys || !isSingleKey(keys)) &&
            isAllowed(event.target, command, keys),
        ) &&
        (command.isEnabled?.() ?? true),
    );
    if (match) return match;
  }
  return undefined;
}

function isAllowed(target: EventTarget | null, { scope }: Command, keys: string): boolean {
  if (isInDialog(target)) return false;
  if (isTyping(target)) return scope === "anywhere" && !isForWriting(keys);
  return scope !== "canvas" || isFreeForCanvas(target);
}
