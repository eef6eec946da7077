/** What of an address's search a page reads; everything else is left behind. */

export const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

export function texts<Key extends string>(...keys: Key[]) {
  return (search: Record<string, unknown>): Partial<Record<Key, string>> => {
    const result: Partial<Record<Key, string>> = {};
    for (const key of keys) {
      const value = text(search[key]);
      if (value) result[key] = value;
    }
    return result;
  };
}

/** The same for any number: 0.8 of a threshold. */
export function numbers<Key extends string>(...keys: Key[]) {
  return (search: Record<string, unknown>): Partial<Record<Key, number>> => {
    const result: Partial<Record<Key, number>> = {};
    for (const key of keys) {
      const value = search[key];
      if (typeof value === "number" && Number.isFinite(value)) result[key] = value;
    }
    return result;
  };
}

/** The same for ids, which would stand in quotes in the address if they were texts. */
export function ids<Key extends string>(...keys: Key[]) {
  return (search: Record<string, unknown>): Partial<Record<Key, number>> => {
    const result: Partial<Record<Key, number>> = {};
    for (const key of keys) {
      const value = Number(search[key]);
      if (Number.isInteger(value) && value > 0) result[key] = value;
    }
    return result;
  };
}

/** The same for one of some words; any other is left behind. */
export function oneOf<Key extends string, Word extends string>(key: Key, words: readonly Word[]) {
  return (search: Record<string, unknown>): Partial<Record<Key, Word>> => {
    const word = words.find((each) => each === search[key]);
    const result: Partial<Record<Key, Word>> = {};
    if (word) result[key] = word;
    return result;
  };
}
