import type { LinkProps } from "@tanstack/react-router";

/** What the command field leads to. */
export interface Entry {
  /** Tells it from all others. */
  id: string;
  label: string;
  /** A sentence beside it, or where it is. */
  about?: string;
  /** Other words somebody may look for it by. */
  words?: string;
  /** The server has found it by what was typed, perhaps by words that are not shown. */
  isFound?: boolean;
  /** Stands below all others, however well its name fits. */
  isLast?: boolean;
  go: () => void;
}

/** Makes the act of an entry that leads somewhere. */
export type Go = (to: Destination) => () => void;

export interface EntryGroup {
  /** Tells it from all others: samples are there project by project. */
  id: string;
  key: "own" | "pages" | "settings" | "acts" | "projects" | "people" | "samples" | "words";
  /** What follows its name, such as the project. */
  of?: string | undefined;
  entries: readonly Entry[];
}

/** An address with its parts, as the router takes it. */
export type Destination = Pick<LinkProps, "to" | "params" | "hash" | "search">;

const SHOWN_PER_GROUP = 7;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** How well an entry fits, best first; nothing where a typed word is in none of its words. */
function rank(entry: Entry, words: readonly string[]): number | undefined {
  const label = plain(entry.label);
  const all = plain([entry.label, entry.about, entry.words].join(" "));
  if (!entry.isFound && !words.every((word) => all.includes(word))) return undefined;
  if (entry.isLast) return 3;
  if (words.length === 0 || label.startsWith(words.join(" "))) return 0;
  return words.every((word) => label.includes(word)) ? 1 : 2;
}

/** The entries whose words hold each word typed, those first whose name begins with it. */
export function matching(groups: readonly EntryGroup[], typed: string): EntryGroup[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return groups
    .map(({ entries, ...group }) => {
      const ranked = entries
        .map((entry) => ({ entry, rank: rank(entry, words) }))
        .filter((one): one is { entry: Entry; rank: number } => one.rank !== undefined)
        .sort((one, other) => one.rank - other.rank);
      return { ...group, entries: ranked.slice(0, SHOWN_PER_GROUP).map(({ entry }) => entry) };
    })
    .filter(({ entries }) => entries.length > 0);
}
