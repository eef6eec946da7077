import type { ObjectAnswer } from "@/api/types";

export type ObjectChange = "kept" | "edited" | "merged" | "added" | "removed";

export interface ObjectPair {
  change: ObjectChange;
  /** The objects it came from; empty when added. */
  before: ObjectAnswer[];
  /** Null when removed. */
  after: ObjectAnswer | null;
}

function sameObject(a: ObjectAnswer, b: ObjectAnswer): boolean {
  return (
    a.label === b.label &&
    a.description === b.description &&
    a.box.x === b.box.x &&
    a.box.y === b.box.y &&
    a.box.width === b.box.width &&
    a.box.height === b.box.height
  );
}

function changeOf(object: ObjectAnswer, sources: ObjectAnswer[]): ObjectChange {
  if (sources.length === 0) return "added";
  if (sources.length > 1) return "merged";
  return sources[0] && sameObject(sources[0], object) ? "kept" : "edited";
}

/** Pairs each object with what it was derived from, as the server's kind does; removed ones come last. */
export function pairObjects(before: ObjectAnswer[], after: ObjectAnswer[]): ObjectPair[] {
  const byId = new Map(before.map((object) => [object.id, object]));
  const used = new Set<string>();
  const pairs = after.map((object): ObjectPair => {
    const ids = object.derived_from.length > 0 ? object.derived_from : [object.id];
    const sources = ids.flatMap((id) => byId.get(id) ?? []);
    for (const source of sources) used.add(source.id);
    return { change: changeOf(object, sources), before: sources, after: object };
  });
  const removed = before
    .filter((object) => !used.has(object.id))
    .map((object): ObjectPair => ({ change: "removed", before: [object], after: null }));
  return [...pairs, ...removed];
}
