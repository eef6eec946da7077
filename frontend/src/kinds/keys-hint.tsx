import { Text } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { withChoices, type KeyChoices } from "@/canvas/key-choices";
import { useKeysText } from "@/canvas/key-words";
import { isSingleKey, type Command } from "@/canvas/keys";
import { useKeyPreferences } from "@/canvas/shortcuts";

interface KeysHintProps {
  commands: readonly Command[];
  /** The commands whose keys the sentence names. */
  ids: readonly string[];
  className?: string | undefined;
  /** Given the keys in words, in the order of the ids. */
  say: (...keys: string[]) => string;
}

/** A sentence that names keys, as the person has chosen them; nothing where one of them has no key. */
export function KeysHint(props: KeysHintProps) {
  // The words on the keys may still have to be fetched; the page must not wait for them.
  return (
    <Suspense fallback={null}>
      <Sentence {...props} />
    </Suspense>
  );
}

function Sentence({ commands, ids, className, say }: KeysHintProps) {
  const { t } = useTranslation("workbench");
  const { singleKeys, keys } = useKeyPreferences();
  const text = useKeysText();
  const named = ids.map((id) => keysFor(id, commands, keys, singleKeys));
  if (named.some((keysOf) => keysOf === null)) return null;
  const words = named.map((keysOf) => {
    const { first, isRow } = keysOf as Keys;
    const [from = "", ...more] = first.map(text);
    return isRow && more.length > 0 ? t("keys_range", { from, to: more.at(-1) }) : [from, ...more].join(", ");
  });
  return (
    <Text size="xs" c="dimmed" className={`for-keys ${className ?? ""}`}>
      {say(...words)}
    </Text>
  );
}

interface Keys {
  /** One key of each command of this id. */
  first: readonly string[];
  /** They are the digits in a row that they are until somebody chooses others. */
  isRow: boolean;
}

function keysFor(id: string, commands: readonly Command[], choices: KeyChoices, singleKeys: boolean): Keys | null {
  const own = commands.filter((command) => command.id === id);
  const chosen = withChoices(commands, choices).filter((command) => command.id === id);
  const first = chosen.map((command) => command.keys.find((key) => singleKeys || !isSingleKey(key)));
  if (first.length === 0 || first.some((key) => key === undefined)) return null;
  return { first: first as string[], isRow: first.every((key, at) => key === own[at]?.keys[0]) };
}
