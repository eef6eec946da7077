import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { IS_MAC, partsOf } from "./combination";

const ARROWS: Readonly<Record<string, string>> = {
  arrowleft: "←",
  arrowright: "→",
  arrowup: "↑",
  arrowdown: "↓",
};
const ON_MAC: Readonly<Record<string, string>> = { mod: "⌘", alt: "⌥", shift: "⇧" };

const WORDS = [
  "mod",
  "alt",
  "shift",
  "enter",
  "escape",
  "space",
  "tab",
  "backspace",
  "delete",
  "insert",
  "home",
  "end",
  "pageup",
  "pagedown",
] as const;

/** What is written on the keys, in the language of the page: "Ctrl" and "Del", or "Strg" and "Entf". */
export function useKeyWords(): (keys: string) => string[] {
  const { t } = useTranslation("shortcuts");
  return useCallback(
    (keys: string) =>
      partsOf(keys).map((part) => {
        const name = part.toLowerCase();
        const word = WORDS.find((known) => known === name);
        const sign = (IS_MAC ? ON_MAC[name] : undefined) ?? ARROWS[name];
        if (sign) return sign;
        if (word) return t(`key.${word}`);
        // A hyphen would be hard to see on a key.
        return part === "-" ? "−" : part.length === 1 ? part.toUpperCase() : part;
      }),
    [t],
  );
}

/** The same in one piece, for tooltips and for the ear. */
export function useKeysText(): (keys: string) => string {
  const words = useKeyWords();
  return useCallback((keys: string) => words(keys).join("+"), [words]);
}
