/** The width of a box label on screen. Measured once per text: drawing 500 labels must stay cheap. */
const FONT = "600 12px system-ui, sans-serif";
const AVERAGE_LETTER = 6.8;
const known = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

export function widthOfText(text: string): number {
  const before = known.get(text);
  if (before !== undefined) return before;
  const width = measure(text);
  if (known.size > 5_000) known.clear();
  known.set(text, width);
  return width;
}

function measure(text: string): number {
  if (context === undefined) context = createContext();
  return Math.ceil(context?.measureText(text).width ?? text.length * AVERAGE_LETTER);
}

function createContext(): CanvasRenderingContext2D | null {
  if (typeof CanvasRenderingContext2D === "undefined") return null;
  const created = document.createElement("canvas").getContext("2d");
  if (created) created.font = FONT;
  return created;
}
