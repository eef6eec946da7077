import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { commandFor, type Command } from "./keys";

type Registry = {
  readonly register: (group: string, commands: () => readonly Command[]) => () => void;
  /** What is registered now, for the list of shortcuts. */
  readonly list: () => ReadonlyArray<{ readonly group: string; readonly commands: readonly Command[] }>;
  readonly hasSingleKeys: boolean;
  readonly setSingleKeys: (isOn: boolean) => void;
};

const SINGLE_KEYS = "annotate:single-keys";
const Context = createContext<Registry | null>(null);

/** Listens to the keyboard for the whole page and hands each key to at most one command. */
export function ShortcutsProvider({ children }: { readonly children: ReactNode }) {
  const groups = useRef(new Map<string, () => readonly Command[]>());
  const [hasSingleKeys, setHasSingleKeys] = useState(readSingleKeys);

  const register = useCallback<Registry["register"]>((group, commands) => {
    groups.current.set(group, commands);
    return () => void groups.current.delete(group);
  }, []);
  const list = useCallback<Registry["list"]>(
    () => [...groups.current].map(([group, commands]) => ({ group, commands: commands() })),
    [],
  );
  const setSingleKeys = useCallback((isOn: boolean) => {
    setHasSingleKeys(isOn);
    writeSingleKeys(isOn);
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const commands = list().flatMap((entry) => entry.commands);
      const command = commandFor(event, commands, hasSingleKeys);
      if (!command) return;
      event.preventDefault();
      command.run(event);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [list, hasSingleKeys]);

  const registry = useMemo(
    () => ({ register, list, hasSingleKeys, setSingleKeys }),
    [register, list, hasSingleKeys, setSingleKeys],
  );
  return <Context value={registry}>{children}</Context>;
}

/** Offers commands while the calling component is on the page. */
export function useShortcuts(group: string, commands: readonly Command[]): void {
  const registry = useContext(Context);
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => registry?.register(group, () => latest.current), [registry, group]);
}

export function useShortcutRegistry(): Registry | null {
  return useContext(Context);
}

function readSingleKeys(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== "off";
  } catch {
    return true;
  }
}

function writeSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(SINGLE_KEYS, isOn ? "on" : "off");
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
