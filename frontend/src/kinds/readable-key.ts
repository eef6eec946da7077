/** A key made readable, for answers whose questions are not at hand. */
export function readableKey(key: string): string {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
