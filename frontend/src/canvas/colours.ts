/** Colours of boxes, told apart by most eyes, on light and dark photos alike; the number says the same. */
const COLOURS = ["#4dabf7", "#ffd43b", "#69db7c", "#ff8787", "#da77f2", "#ffa94d", "#3bc9db", "#f783ac"];

export function colourOf(number: number): string {
  return COLOURS[(number - 1) % COLOURS.length] as string;
}
