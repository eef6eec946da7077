import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { keyStore } from "@/lib/key-store";
import { useKeysText } from "../key-words";
import type { Command } from "../keys";
import { useKeyPreferences, type CommandGroup } from "../shortcuts";
import { chosen, exchanged, taken, without, type Place } from "./changes";
import { rowGroups, shownKeys } from "./rows";

/** A command's name out of the catalogue; one that nobody named yet says at least what it is called. */
export function useCommandName(): (command: Pick<Command, "id" | "name">) => string {
  const { t } = useTranslation("workbench");
  return useMemo(
    () =>
      ({ id, name }) =>
        name ?? t(`keys.${id}` as "keys.help", { defaultValue: id.replaceAll("_", " ") }),
    [t],
  );
}

/** The commands of a page and what can be done to their keys; `said` is for a live region. */
export function useKeyChoices(commands: readonly CommandGroup[]) {
  const { t } = useTranslation("shortcuts");
  const { keys: choices } = useKeyPreferences();
  const nameOf = useCommandName();
  const text = useKeysText();
  const [said, setSaid] = useState("");
  const groups = useMemo(() => rowGroups(commands, choices, nameOf), [commands, choices, nameOf]);

  const give = ({ row, member }: Place, old: string | null, next: string | null, holders: readonly Place[]) => {
    const keys = exchanged(member, old, next);
    const added = keys.filter((key) => !member.keys.includes(key));
    keyStore.change({ keys: chosen(taken(choices, holders, added), member, keys) });
    const shown = shownKeys({ ...member, keys })
      .map(text)
      .join(", ");
    setSaid(t(shown ? "said.changed" : "said.removed", { name: row.name, keys: shown }));
  };
  const reset = (name: string, members: readonly Place[]) => {
    keyStore.change({
      keys: without(
        choices,
        members.map(({ member }) => member.choice),
      ),
    });
    setSaid(t("said.reset", { name }));
  };
  const resetAll = () => {
    keyStore.change({ keys: {} });
    setSaid(t("said.reset_all"));
  };
  return { groups, said, changed: Object.keys(choices).length, give, reset, resetAll };
}

export type KeyChoicesOnPage = ReturnType<typeof useKeyChoices>;
