/**
 * What can be done to the objects of an image, and where each one came from.
 *
 * `derived_from` names the objects of the starting text that an object was made of: itself when it
 * was kept or edited, several after a merge, none when it was drawn here.
 */
import type { Box, ObjectAnswer } from "@/api/types";
import { sameBox, unionBoxes, type Size } from "@/canvas/geometry";
import { halves } from "../boxes/halves";
import { twinBox } from "../boxes/twin-box";
import { randomHex } from "../random";

export type Objects = readonly ObjectAnswer[];

export type ObjectState = "new" | "kept" | "edited" | "merged";

/** One format for every object, so that an id never tells who or what made it. */
export function newId(): string {
  return randomHex(12);
}

export function newObject(box: Box): ObjectAnswer {
  return { id: newId(), label: "", box, description: "", derived_from: [] };
}

export function stateOf(item: ObjectAnswer, start: ReadonlyMap<string, ObjectAnswer>): ObjectState {
  const sources = item.derived_from.filter((id) => start.has(id));
  if (sources.length > 1) return "merged";
  const source = start.get(sources[0] ?? "");
  if (!source) return "new";
  return sameContent(item, source) ? "kept" : "edited";
}

function sameContent(a: ObjectAnswer, b: ObjectAnswer): boolean {
  return a.label === b.label && a.description === b.description && sameBox(a.box, b.box);
}

/** One object in place of several: where the first one stood, around all their boxes. */
export function merge(items: Objects, ids: readonly string[]): { items: Objects; merged: ObjectAnswer } | null {
  const parts = items.filter((item) => ids.includes(item.id));
  const first = parts[0];
  if (!first || parts.length < 2) return null;
  const merged: ObjectAnswer = {
    id: newId(),
    label: unique(parts.map((part) => part.label.trim())).join(", "),
    box: unionBoxes(parts.map((part) => part.box)),
    description: unique(parts.map((part) => part.description.trim())).join("\n"),
    derived_from: unique(parts.flatMap((part) => part.derived_from)),
  };
  const rest = items.flatMap((item) => (item === first ? [merged] : parts.includes(item) ? [] : [item]));
  return { items: rest, merged };
}

/** Two objects in place of one, side by side along the longer side, with the same words and lineage. */
export function split(items: Objects, id: string): { items: Objects; twin: ObjectAnswer } | null {
  const item = items.find((candidate) => candidate.id === id);
  if (!item) return null;
  const [left, right] = halves(item.box);
  const twin: ObjectAnswer = { ...item, id: newId(), box: right };
  const next = items.flatMap((other) => (other === item ? [{ ...item, box: left }, twin] : [other]));
  return { items: next, twin };
}

/**
 * Another thing of the same sort beside the one it was copied from. It was not there before, so it
 * comes from nothing: what one object became is told by splitting it.
 */
export function twinOf(item: ObjectAnswer, image: Size): ObjectAnswer {
  return { ...item, id: newId(), box: twinBox(item.box, image), derived_from: [] };
}

/** Whether nothing is left to write about it. */
export function isWritten(item: ObjectAnswer, isDescriptionRequired: boolean): boolean {
  return item.label.trim() !== "" && (!isDescriptionRequired || item.description.trim() !== "");
}

/** The next object that still needs words, after this one and round the end. */
export function nextUnwritten(items: Objects, after: string | undefined, isDescriptionRequired: boolean) {
  const at = items.findIndex((item) => item.id === after);
  const inTurn = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return inTurn.find((item) => !isWritten(item, isDescriptionRequired));
}

export function remove(items: Objects, ids: readonly string[]): Objects {
  return items.filter((item) => !ids.includes(item.id));
}

/** Labels used in this answer, most used first: what the label field suggests. */
export function suggestedLabels(items: Objects, start: Objects): string[] {
  const counts = new Map<string, number>();
  for (const { label } of [...items, ...start]) {
    const name = label.trim();
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([name]) => name);
}

export function sameObjects(a: Objects, b: Objects): boolean {
  return a.length === b.length && a.every((item, index) => sameObject(item, b[index]));
}

function sameObject(a: ObjectAnswer, b: ObjectAnswer | undefined): boolean {
  return b !== undefined && a.id === b.id && sameContent(a, b) && a.derived_from.join(" ") === b.derived_from.join(" ");
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== "");
}
