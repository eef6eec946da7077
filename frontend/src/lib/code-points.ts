/** Spans are counted in code points on the server and in UTF-16 units in the browser. */
export function toCodePoints(text: string, unit: number): number {
  return [...text.slice(0, unit)].length;
}

export function toUnits(text: string, point: number): number {
  return [...text].slice(0, point).join("").length;
}
