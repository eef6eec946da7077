/**
 * A command is data: its keys, its name and what it does. The key handler, the toolbar and
 * the list of shortcuts read the same object, so they can never disagree.
 */
export type Command = {
  readonly id: string;
  /** e.g. `mod+shift+z`, `R`, `alt+ArrowLeft`; `mod` is Ctrl, on a Mac Cmd. */
  readonly keys: readonly string[];
  readonly run: (event: KeyboardEvent) => void;
  /** `canvas`: only while nothing else that understands such keys has the focus. */
  readonly scope: "page" | "canvas" | "anywhere";
  readonly isEnabled?: () => boolean;
  /** Hidden from the list of shortcuts, for the second half of a pair. */
  readonly isUnlisted?: boolean;
};

type Combination = { key: string; mod: boolean; shift: boolean | null; alt: boolean };

type KeyLike = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Signs like `?` or `+` need shift on some keyboards and not on others: there shift is not looked at. */
export function parseKeys(text: string): Combination {
  const parts = text === "+" ? ["+"] : text.split("+").filter((part) => part !== "");
  const key = (parts[parts.length - 1] ?? "").toLowerCase();
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key);
  return {
    key,
    mod: parts.includes("mod"),
    shift: isSign ? null : parts.includes("shift"),
    alt: parts.includes("alt"),
  };
}

export function matchesKeys(event: KeyLike, text: string): boolean {
  const wanted = parseKeys(text);
  return (
    keyOf(event, wanted) === wanted.key &&
    wanted.mod === (event.ctrlKey || event.metaKey) &&
    wanted.alt === event.altKey &&
    (wanted.shift === null || wanted.shift === event.shiftKey)
  );
}

/** Alt changes what a key types on a Mac, so letters with Alt are read from the key's place. */
function keyOf(event: KeyLike, wanted: Combination): string {
  if (wanted.alt && /^Key[A-Z]$/.test(event.code)) return event.code.slice(3).toLowerCase();
  return event.key === " " ? "space" : event.key.toLowerCase();
}

/** A key that also types a character: it must be possible to turn these off (WCAG 2.1.4). */
export function isSingleKey(text: string): boolean {
  const { key, mod, alt } = parseKeys(text);
  return !mod && !alt && (key.length === 1 || key === "space");
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
  return target === document.body || target.closest("[data-canvas]") !== null;
}

export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=menu]") !== null;
}

export function commandFor(
  event: KeyboardEvent,
  commands: readonly Command[],
  singleKeys: boolean,
): Command | undefined {
  return commands.find(
    (command) =>
      command.keys.some(
        (keys) => matchesKeys(event, keys) && (singleKeys || !isSingleKey(keys)),
      ) &&
      isAllowed(event.target, command) &&
      (command.isEnabled?.() ?? true),
  );
}

function isAllowed(target: EventTarget | null, command: Command): boolean {
  if (isInDialog(target)) return false;
  if (command.scope === "anywhere") return true;
  if (isTyping(target)) return false;
  return command.scope === "page" || isFreeForCanvas(target);
}
