/** `?a=1&b=2` of what has a value; "" when nothing has. */
export function searchOf(values: Record<string, string | number | undefined | null>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") search.set(key, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}
