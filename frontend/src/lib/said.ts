/**
 * What the server says, in another language than its own. A table gives a sentence for a sentence; what
 * changes within it stands in holes: "Write at most {{amount}}." A hole that is said in words of the
 * server, too, is marked where it lands: "Höchstens {{amount, said}}." All other holes hold what people
 * wrote, and that is never translated.
 */
export type Table = Readonly<Record<string, string>>;

interface Template {
  pattern: RegExp;
  holes: string[];
  text: string;
}

type Write = (number: number) => string;

const HOLE = /\{\{(\w+)(, said)?\}\}/g;
const BETWEEN_SENTENCES = /(?<=[.?!]) (?=[A-Z“])/;
const MEMORY = 500;
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function templatesOf(table: Table): Template[] {
  return Object.entries(table)
    .filter(([sentence]) => sentence.includes("{{"))
    .map(([sentence, text]) => {
      const holes = [...sentence.matchAll(HOLE)].map((hole) => hole[1] ?? "");
      const pattern = sentence
        .split(/\{\{\w+\}\}/)
        .map(escaped)
        .join("(.+?)");
      return { pattern: new RegExp(`^${pattern}$`, "su"), holes, text };
    });
}

/** Speaks for the server by a table; gives null for what the table does not know. */
export function speaker(table: Table, write: Write = String): (sentence: string) => string | null {
  const templates = templatesOf(table);

  function filled({ pattern, holes, text }: Template, sentence: string): string | null {
    const found = pattern.exec(sentence);
    if (!found) return null;
    const held = new Map(holes.map((name, index) => [name, found[index + 1] ?? ""]));
    return text.replace(HOLE, (_, name: string, isSaid?: string) => {
      const part = held.get(name) ?? "";
      if (GROUPED.test(part)) return write(Number(part.replaceAll(",", "")));
      return isSaid ? (joined(part, " and ") ?? part) : part;
    });
  }

  function one(sentence: string): string | null {
    if (Object.hasOwn(table, sentence)) return table[sentence] ?? null;
    for (const template of templates) {
      const text = filled(template, sentence);
      if (text !== null) return text;
    }
    return null;
  }

  /** All parts or nothing: half a sentence in each language helps nobody. */
  function joined(text: string, between: RegExp | string): string | null {
    const whole = one(text);
    if (whole !== null) return whole;
    const parts = text.split(between);
    const said = parts.map(one);
    if (parts.length < 2 || said.includes(null)) return null;
    return said.join(typeof between === "string" ? (table[between] ?? between) : " ");
  }

  // Lists say the same few titles row by row.
  const known = new Map<string, string | null>();
  return (sentence) => {
    const before = known.get(sentence);
    if (before !== undefined) return before;
    if (known.size >= MEMORY) known.clear();
    const said = joined(sentence, BETWEEN_SENTENCES);
    known.set(sentence, said);
    return said;
  };
}
