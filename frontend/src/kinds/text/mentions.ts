import type { ObjectAnswer } from "@/api/types";

/** A stretch of a text, and the object it names. */
export interface Stretch {
  text: string;
  object: string | null;
}

type Named = Pick<ObjectAnswer, "id" | "label">;

const SHORTEST = 3;

/**
 * Where a text names the objects of the image: by a whole label, or by its last word if no other
 * object is called so too. It is for the eye alone, so it may miss what is said in other words.
 */
export function mentionsIn(text: string, objects: readonly Named[]): Stretch[] {
  const names = namesOf(objects);
  if (names.size === 0) return [{ text, object: null }];
  const words = [...names.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?:e?s)?(?![\\p{L}\\p{N}])`, "giu");
  const stretches: Stretch[] = [];
  let position = 0;
  for (const match of text.matchAll(pattern)) {
    const object = objectOf(match[0], names);
    if (match.index > position) stretches.push({ text: text.slice(position, match.index), object: null });
    stretches.push({ text: match[0], object });
    position = match.index + match[0].length;
  }
  if (position < text.length || stretches.length === 0) stretches.push({ text: text.slice(position), object: null });
  return stretches;
}

function namesOf(objects: readonly Named[]): Map<string, string> {
  const names = new Map<string, string>();
  const heads = new Map<string, string[]>();
  for (const { id, label } of objects) {
    const whole = label.trim().toLowerCase();
    if (whole.length >= SHORTEST && !names.has(whole)) names.set(whole, id);
    const head = whole.split(/\s+/u).at(-1) ?? "";
    heads.set(head, [...(heads.get(head) ?? []), id]);
  }
  for (const [head, ids] of heads) {
    if (head.length >= SHORTEST && ids.length === 1 && ids[0] && !names.has(head)) names.set(head, ids[0]);
  }
  return names;
}

function objectOf(words: string, names: ReadonlyMap<string, string>): string | null {
  const phrase = words.toLowerCase();
  return names.get(phrase) ?? names.get(phrase.replace(/s$/u, "")) ?? names.get(phrase.replace(/es$/u, "")) ?? null;
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&").replace(/\s+/gu, "\\s+");
}

/** The text cut into sentences, each with the white space behind it: what is read aloud in one breath. */
export function sentencesOf(text: string): string[] {
  return text.match(/[^.!?…\n]+(?:[.!?…]+["”’»)\]]*|\n|$)\s*|\s*[.!?…\n]+\s*/gu) ?? (text === "" ? [] : [text]);
}
