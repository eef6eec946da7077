/**
 * What can be done to the objects of an image, and where each one came from.
 *
 * `derived_from` names the objects of the starting text that an object was made of: itself when it
 * was kept or edited, several after a merge, none when it was drawn here.
 */
import type { Box, ObjectAnswer } from "@/api/types";
import { sameBox, unionBoxes } from "@/canvas/geometry";
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
  const rest = items.flatMap((item) =>
    item === first ? [merged] : parts.includes(item) ? [] : [item],
  );
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

function halves(box: Box): [Box, Box] {
  if (box.width >= box.height) {
    const width = halfOf(box.width);
    const rest = { ...box, x: toCents(box.x + width), width: toCents(box.width - width) };
    return rest.width > 0 ? [{ ...box, width }, rest] : [box, box];
  }
  const height = halfOf(box.height);
  const rest = { ...box, y: toCents(box.y + height), height: toCents(box.height - height) };
  return rest.height > 0 ? [{ ...box, height }, rest] : [box, box];
}

function halfOf(length: number): number {
  return Math.max(Math.round(length / 2), 1);
}

function toCents(value: number): number {
  return Math.round(value * 100) / 100;
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
  return (
    b !== undefined &&
    a.id === b.id &&
    sameContent(a, b) &&
    a.derived_from.join(" ") === b.derived_from.join(" ")
  );
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== "");
}
