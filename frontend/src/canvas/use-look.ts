import { useCallback, useEffect, useMemo, useState } from "react";
import { clamp } from "./geometry";
import { AS_IT_IS, filterOf, isAsItIs, lookAsText, lookFromText, stepped, withStrength, type Look } from "./look";

export interface LookControls {
  look: Look;
  filter: string | undefined;
  isAsItIs: boolean;
  set: (strength: "brightness" | "contrast", percent: number) => void;
  step: (strength: "brightness" | "contrast", direction: 1 | -1) => void;
  toggle: (mark: "isInverted" | "isGrey") => void;
  reset: () => void;
  /** How many times larger the lens shows what is on screen. */
  factor: number;
  setFactor: (factor: number) => void;
  isPanelOpen: boolean;
  setPanelOpen: (isOpen: boolean) => void;
}

export const FACTORS = { min: 2, max: 6, usual: 3 } as const;
const LOOKS = "annotate:looks";
const FACTOR = "annotate:lens-factor";
const KEPT = 20;

/** The look of one image lasts while its window is open, also when its task is left and opened again. */
export function useLook(image: string): LookControls {
  const [look, setLook] = useState(() => keptLook(image));
  const [factor, setFactorState] = useState(keptFactor);
  const [isPanelOpen, setPanelOpen] = useState(false);
  useEffect(() => keepLook(image, look), [image, look]);
  const setFactor = useCallback((wanted: number) => {
    const next = clamp(wanted, FACTORS.min, FACTORS.max);
    setFactorState(next);
    write(localStorage, FACTOR, String(next));
  }, []);
  return useMemo(
    () => ({
      look,
      filter: filterOf(look),
      isAsItIs: isAsItIs(look),
      set: (strength, percent) => setLook((old) => withStrength(old, strength, percent)),
      step: (strength, direction) => setLook((old) => stepped(old, strength, direction)),
      toggle: (mark) => setLook((old) => ({ ...old, [mark]: !old[mark] })),
      reset: () => setLook(AS_IT_IS),
      factor,
      setFactor,
      isPanelOpen,
      setPanelOpen,
    }),
    [look, factor, setFactor, isPanelOpen],
  );
}

export function keepLook(image: string, look: Look): void {
  const others = readLooks().filter(([name]) => name !== image);
  const kept = isAsItIs(look) ? others : [...others, [image, lookAsText(look)] as const];
  write(sessionStorage, LOOKS, JSON.stringify(kept.slice(-KEPT)));
}

function keptLook(image: string): Look {
  return lookFromText(readLooks().find(([name]) => name === image)?.[1] ?? "");
}

function readLooks(): ReadonlyArray<readonly [string, string]> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(LOOKS) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isPair) : [];
  } catch {
    return [];
  }
}

function isPair(entry: unknown): entry is readonly [string, string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === "string");
}

function keptFactor(): number {
  try {
    const kept = Number(localStorage.getItem(FACTOR) ?? FACTORS.usual);
    return Number.isInteger(kept) ? clamp(kept, FACTORS.min, FACTORS.max) : FACTORS.usual;
  } catch {
    return FACTORS.usual;
  }
}

function write(storage: Storage, name: string, value: string): void {
  try {
    storage.setItem(name, value);
  } catch {
    // Without storage it lasts until the page is closed.
  }
}
