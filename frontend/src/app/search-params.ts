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
