import { canonical } from "../combination";
import { twinOf, type KeyChoices } from "../key-choices";
import type { Member, Row, RowGroup } from "./rows";

export interface Place {
  row: Row;
  member: Member;
}

/** The keys of a member after one of them was exchanged; `old` null adds one, `next` null takes one away. */
export function exchanged(member: Member, old: string | null, next: string | null): readonly string[] {
  const without = (keys: readonly string[], gone: string) => keys.filter((key) => key !== gone);
  let keys = member.keys;
  if (next !== null) {
    const wanted = canonical(next);
    const at = old === null ? -1 : keys.indexOf(old);
    const rest = without(keys, wanted);
    keys = at < 0 || old === wanted ? unique([...keys, wanted]) : rest.map((key) => (key === old ? wanted : key));
  } else if (old !== null) keys = without(keys, old);
  return member.isTwin ? withTwins(keys, old, next) : keys;
}

/** The pair of a key comes and goes with it. */
function withTwins(keys: readonly string[], old: string | null, next: string | null): readonly string[] {
  const kept = old === null || old === next ? keys : keys.filter((key) => key !== twinOf(old));
  return next === null ? kept : unique([...kept, twinOf(next)]);
}

function unique(keys: readonly string[]): string[] {
  return [...new Set(keys)];
}

/** All choices with one more; keys that are a command's own are no choice. */
export function chosen(choices: KeyChoices, member: Member, keys: readonly string[]): KeyChoices {
  const isOwn = keys.length === member.own.length && member.own.every((own) => keys.includes(own));
  if (!isOwn) return { ...choices, [member.choice]: keys };
  return without(choices, [member.choice]);
}

export function without(choices: KeyChoices, names: readonly string[]): KeyChoices {
  return Object.fromEntries(Object.entries(choices).filter(([name]) => !names.includes(name)));
}

/** Who else on this page has these keys already. */
export function holdersOf(groups: readonly RowGroup[], keys: readonly string[], except: string): Place[] {
  const wanted = keys.map(canonical);
  return places(groups).filter(
    ({ member }) => member.choice !== except && member.keys.some((key) => wanted.includes(key)),
  );
}

/** Gives keys to one member and takes them away from whoever has them. */
export function taken(choices: KeyChoices, holders: readonly Place[], keys: readonly string[]): KeyChoices {
  return holders.reduce(
    (all, { member }) =>
      chosen(
        all,
        member,
        member.keys.filter((key) => !keys.includes(key)),
      ),
    choices,
  );
}

/**
 * Keys that two commands of this page have because somebody chose them for one of the two. It comes
 * about when the other is on another page than the one where they were chosen.
 */
export function clashes(groups: readonly RowGroup[], place: Place): Place[] {
  const { member } = place;
  return holdersOf(groups, member.keys, member.choice).filter(
    (other) => (member.isChanged || other.member.isChanged) && isFirst(member) === isFirst(other.member),
  );
}

/** Who has a key of this one first, while this page is open. */
export function firstHolders(groups: readonly RowGroup[], { member }: Place): Place[] {
  return isFirst(member) ? [] : holdersOf(groups, member.keys, member.choice).filter((other) => isFirst(other.member));
}

function isFirst({ command }: Member): boolean {
  return (command.isFirst ?? false) && (command.isEnabled?.() ?? true);
}

export function places(groups: readonly RowGroup[]): Place[] {
  return groups.flatMap(({ rows }) => rows.flatMap((row) => row.members.map((member) => ({ row, member }))));
}
