/** What is selected, in the order it was selected; the last one is the primary one. */
export type Selection = readonly string[];

export const NOTHING: Selection = [];

export function primary(selection: Selection): string | undefined {
  return selection[selection.length - 1];
}

export function only(id: string): Selection {
  return [id];
}

export function toggle(selection: Selection, id: string): Selection {
  return selection.includes(id) ? selection.filter((other) => other !== id) : [...selection, id];
}

/** A press with or without the key that adds to the selection. */
export function press(selection: Selection, id: string, adds: boolean): Selection {
  return adds ? toggle(selection, id) : only(id);
}

/** Forgets what is no longer there; the same array comes back when nothing changed. */
export function prune(selection: Selection, present: ReadonlySet<string>): Selection {
  const kept = selection.filter((id) => present.has(id));
  return kept.length === selection.length ? selection : kept;
}

/** The neighbour in list order, round the end; without a selection the first or the last. */
export function step(ids: readonly string[], selection: Selection, by: 1 | -1): Selection {
  if (ids.length === 0) return NOTHING;
  const at = ids.indexOf(primary(selection) ?? "");
  if (at < 0) return only(ids[by === 1 ? 0 : ids.length - 1] as string);
  return only(ids[(at + by + ids.length) % ids.length] as string);
}
