import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { keyStore } from "@/lib/key-store";
import { canonical } from "./combination";
import { choiceKey, withChoices, type KeyChoices } from "./key-choices";
import { commandFor, firstKeys, type Command } from "./keys";

export interface CommandGroup {
  group: string;
  commands: readonly Command[];
}

interface Registry {
  register: (group: string, commands: () => readonly Command[]) => () => void;
  /** What is registered now, each with its own keys; the latest part of the page comes first. */
  list: () => readonly CommandGroup[];
}

interface Source {
  group: string;
  commands: () => readonly Command[];
}

const Context = createContext<Registry | null>(null);

/** Listens to the keyboard for the whole page and hands each key to at most one command. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const sources = useRef<readonly Source[]>([]);

  const register = useCallback<Registry["register"]>((group, commands) => {
    const source = { group, commands };
    // What was opened last, such as the magnifier, is nearest to the hand.
    sources.current = [source, ...sources.current];
    return () => {
      sources.current = sources.current.filter((other) => other !== source);
    };
  }, []);
  const list = useCallback<Registry["list"]>(
    () => sources.current.map(({ group, commands }) => ({ group, commands: commands() })),
    [],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const { singleKeys, keys } = keyStore.snapshot();
      const command = commandFor(event, withChoices(allOf(list()), keys), singleKeys);
      if (!command) return;
      event.preventDefault();
      command.run(event);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [list]);

  const registry = useMemo(() => ({ register, list }), [register, list]);
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

/** The keys of the person at the keyboard. */
export function useKeyPreferences() {
  return useSyncExternalStore(keyStore.subscribe, keyStore.snapshot);
}

/** The keys a command of this page has at this moment; none while single keys are off and it has no other. */
export function useKeysOf(id: string): readonly string[] {
  const registry = useContext(Context);
  const { keys } = useKeyPreferences();
  return registry ? keysOf(id, allOf(registry.list()), keys) : [];
}

function keysOf(id: string, commands: readonly Command[], choices: KeyChoices): readonly string[] {
  const command = commands.find((command) => command.id === id && !command.isUnlisted);
  if (!command) return [];
  const keys = choices[choiceKey(command, commands)] ?? command.keys;
  if (command.isFirst) return keys;
  const taken = firstKeys(withChoices(commands, choices));
  return keys.filter((key) => !taken.has(canonical(key)));
}

function allOf(groups: readonly CommandGroup[]): Command[] {
  return groups.flatMap(({ commands }) => commands);
}
