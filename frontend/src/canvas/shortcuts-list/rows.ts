import { canonical } from "../combination";
import { choiceKey, hasShift, hasTwins, twinOf, type KeyChoices } from "../key-choices";
import type { Command } from "../keys";
import type { CommandGroup } from "../shortcuts";

/** One thing a row does in one direction or with one number; most rows have one only. */
export interface Member {
  /** What a choice of keys is kept under. */
  choice: string;
  command: Command;
  own: readonly string[];
  keys: readonly string[];
  isChanged: boolean;
  /** Shift says "further": its keys come in pairs, of which only the plain ones are shown. */
  isTwin: boolean;
}

export interface Row {
  id: string;
  name: string;
  members: readonly Member[];
}
export interface RowGroup {
  group: string;
  rows: readonly Row[];
}

/** Every command of the page by its group, with the keys it has at this moment. */
export function rowGroups(
  groups: readonly CommandGroup[],
  choices: KeyChoices,
  nameOf: (command: Command) => string,
): RowGroup[] {
  const all = groups.flatMap(({ commands }) => commands);
  const seen = new Set<string>();
  return groups
    .map(({ group, commands }) => ({ group, rows: rowsOf(commands, all, choices, seen, nameOf) }))
    .filter(({ rows }) => rows.length > 0);
}

function rowsOf(
  commands: readonly Command[],
  all: readonly Command[],
  choices: KeyChoices,
  seen: Set<string>,
  nameOf: (command: Command) => string,
): Row[] {
  const rows = new Map<string, Row>();
  for (const command of commands) {
    const choice = choiceKey(command, all);
    const isListed = commands.some((other) => other.id === command.id && !other.isUnlisted);
    if (!isListed || seen.has(choice)) continue;
    seen.add(choice);
    const row = rows.get(command.id) ?? { id: command.id, name: nameOf(command), members: [] };
    rows.set(command.id, { ...row, members: [...row.members, memberOf(command, choice, choices)] });
  }
  return [...rows.values()];
}

function memberOf(command: Command, choice: string, choices: KeyChoices): Member {
  const own = command.keys.map(canonical);
  const chosen = choices[choice];
  const keys = (chosen ?? own).map(canonical);
  return { choice, command, own, keys, isChanged: chosen !== undefined, isTwin: hasTwins(own) };
}

/** The keys to be shown: of those that come in pairs only the plain ones. */
export function shownKeys({ keys, isTwin }: Member): readonly string[] {
  return isTwin ? keys.filter((key) => !hasShift(key) || !keys.some((plain) => twinOf(plain) === key)) : keys;
}

/** Rows that bear all words of a question, in their name, their group or their keys. */
export function foundByName(
  groups: readonly RowGroup[],
  question: string,
  groupName: (group: string) => string,
  keysText: (keys: string) => string,
): RowGroup[] {
  const words = fold(question).split(/\s+/).filter(Boolean);
  return narrow(groups, (row, group) => {
    const keys = row.members.flatMap((member) => shownKeys(member).map(keysText));
    const text = fold([row.name, groupName(group), ...keys].join(" "));
    return words.every((word) => text.includes(word));
  });
}

/** Rows that act on one combination of keys. */
export function foundByKeys(groups: readonly RowGroup[], keys: string): RowGroup[] {
  return narrow(groups, (row) => row.members.some((member) => member.keys.includes(canonical(keys))));
}

function narrow(groups: readonly RowGroup[], isWanted: (row: Row, group: string) => boolean): RowGroup[] {
  return groups
    .map(({ group, rows }) => ({ group, rows: rows.filter((row) => isWanted(row, group)) }))
    .filter(({ rows }) => rows.length > 0);
}

/** Whether accents and case are typed must not matter to who searches. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
