/**
 * Combinations of keys, as text: `mod+shift+z`, `alt+ArrowLeft`, `?`. `mod` is Ctrl, on a Mac Cmd.
 * What counts is the sign that is typed, so that `[` is `[` on every keyboard; only where a
 * keyboard types no Latin letters, or digits only with Shift, the place of the key counts instead.
 */
export type KeyLike = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey"> & {
  getModifierState?: (key: string) => boolean;
};

interface Combination {
  key: string;
  mod: boolean;
  alt: boolean;
  /** Null where Shift is not looked at: signs and digits need it on some keyboards only. */
  shift: boolean | null;
}

export const IS_MAC = typeof navigator !== "undefined" && navigator.platform.startsWith("Mac");

const NAMED = [
  "Enter",
  "Escape",
  "Space",
  "Tab",
  "Backspace",
  "Delete",
  "Insert",
  "Home",
  "End",
  "PageUp",
  "PageDown",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  ...Array.from({ length: 12 }, (_, index) => `F${String(index + 1)}`),
];
const NAMES = new Map(NAMED.map((name) => [name.toLowerCase(), name]));

/** What keys of an American keyboard type: the places of signs, for keyboards of other scripts. */
const SIGNS_BY_PLACE: Readonly<Record<string, string>> = {
  BracketLeft: "[",
  BracketRight: "]",
  Comma: ",",
  Period: ".",
  Slash: "/",
  Semicolon: ";",
  Quote: "'",
  Minus: "-",
  Equal: "=",
  Backslash: "\\",
  Backquote: "`",
};

export function parseKeys(text: string): Combination {
  const parts = partsOf(text);
  const key = (parts.at(-1) ?? "").toLowerCase();
  const hasShift = parts.includes("shift");
  const isLoose = key.length === 1 && !isLetter(key) && !hasShift;
  return {
    key,
    mod: parts.includes("mod"),
    alt: parts.includes("alt"),
    shift: isLoose ? null : hasShift,
  };
}

/** The parts of a combination, the key last; a plus is a key, too. */
export function partsOf(text: string): string[] {
  const isPlus = text.endsWith("+");
  const parts = (isPlus ? text.slice(0, -1) : text).split("+").filter((part) => part !== "");
  return isPlus ? [...parts, "+"] : parts;
}

/** One spelling for each combination, so that two are the same if their texts are. */
export function canonical(text: string): string {
  const parts = partsOf(text);
  const key = (parts.at(-1) ?? "").toLowerCase();
  const modifiers = parts.slice(0, -1).map((part) => part.toLowerCase());
  const known = ["mod", "alt", "shift"].filter((name) => modifiers.includes(name));
  return [...known, NAMES.get(key) ?? key].join("+");
}

/** By the sign that is typed, or by the place of the key: the former goes before the latter. */
export type Reading = "typed" | "place";

export function matchesKeys(event: KeyLike, text: string, reading: Reading = "typed", isMac = IS_MAC): boolean {
  const wanted = parseKeys(text);
  const pressed = read(event, reading, wanted.alt, isMac);
  return (
    pressed !== null &&
    pressed.key === wanted.key &&
    pressed.mod === wanted.mod &&
    pressed.alt === wanted.alt &&
    (wanted.shift === null || wanted.shift === pressed.shift)
  );
}

function read(event: KeyLike, reading: Reading, wantsAlt: boolean, isMac: boolean) {
  const isAltGraph = typesWithAltGraph(event) || (isMac && !wantsAlt && typesWithOption(event));
  const key = reading === "typed" ? typedKey(event, wantsAlt && !isAltGraph) : placeKey(event);
  if (key === null || (reading === "place" && isAltGraph)) return null;
  return {
    key,
    // On Windows AltGr says that Ctrl and Alt are down as well; it only types a sign.
    mod: !isAltGraph && (event.ctrlKey || event.metaKey),
    alt: !isAltGraph && event.altKey,
    shift: event.shiftKey,
  };
}

function typesWithAltGraph(event: KeyLike): boolean {
  return event.getModifierState?.("AltGraph") === true && event.key.length === 1;
}

/** On a Mac Option types signs: `[` is Option with 5 on a German one. */
function typesWithOption(event: KeyLike): boolean {
  return event.altKey && !event.ctrlKey && !event.metaKey && /^[!-/:-@[-`{-~]$/.test(event.key);
}

/** Alt changes what a key types on a Mac: there letters with Alt are read from the key's place. */
function typedKey(event: KeyLike, withAlt: boolean): string | null {
  const isChanged = withAlt && /^Key[A-Z]$/.test(event.code) && !/^[a-z]$/i.test(event.key);
  if (isChanged) return event.code.slice(3).toLowerCase();
  if (event.key === "Dead" || event.key === "Process" || event.key === "Unidentified") return null;
  return event.key === " " ? "space" : event.key.toLowerCase();
}

function placeKey(event: KeyLike): string | null {
  const { key, code } = event;
  if (/^Digit\d$/.test(code) && !/^\d$/.test(key)) return event.shiftKey ? null : code.slice(5);
  if (key !== "Dead" && (key.length !== 1 || /\p{Script=Latin}|[ -~]/u.test(key))) return null;
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  return key === "Dead" ? null : (SIGNS_BY_PLACE[code] ?? null);
}

const MODIFIERS = new Set([
  "Shift",
  "Control",
  "Alt",
  "AltGraph",
  "Meta",
  "CapsLock",
  "NumLock",
  "ScrollLock",
  "Fn",
  "FnLock",
  "Hyper",
  "Super",
  "OS",
  "ContextMenu",
]);

/** The combination that somebody has just pressed; null while only Shift and its like are down. */
export function combinationOf(event: KeyLike, isMac = IS_MAC): string | null {
  if (MODIFIERS.has(event.key)) return null;
  const pressed = pressedWith(event, isMac);
  if (pressed === null) return null;
  const { key, mod, alt } = pressed;
  const known = NAMES.get(key);
  if (known === undefined && key.length !== 1) return null;
  const saysShift = known !== undefined || isLetter(key);
  const parts = [mod && "mod", alt && "alt", saysShift && pressed.shift && "shift", known ?? key];
  return parts.filter(Boolean).join("+");
}

function pressedWith(event: KeyLike, isMac: boolean) {
  const isLatin = event.key.length !== 1 || /[ -~]|\p{Script=Latin}/u.test(event.key);
  const wantsAlt = event.altKey && !(isMac && typesWithOption(event));
  const typed = read(event, "typed", wantsAlt, isMac);
  return isLatin && typed !== null ? typed : (read(event, "place", wantsAlt, isMac) ?? typed);
}

function isLetter(key: string): boolean {
  return /^\p{L}$/u.test(key);
}

/** A key that also types a character: it must be possible to turn these off (WCAG 2.1.4). */
export function isSingleKey(text: string): boolean {
  const { key, mod, alt } = parseKeys(text);
  return !mod && !alt && (key.length === 1 || key === "space");
}

/** A key that writes, moves the cursor or deletes: never a command while somebody is typing. */
export function isForWriting(text: string): boolean {
  const { key, mod, alt } = parseKeys(text);
  return !mod && !alt && !/^f\d+$/.test(key);
}
