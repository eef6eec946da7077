import { only, primary, type Selection } from "@/canvas/selection";

/**
 * The selection with the neighbour of the one selected last: what Shift with an arrow does in
 * lists. Going back over what is selected lets go of it again; the list does not go round its end.
 */
export function extend(ids: readonly string[], selection: Selection, by: 1 | -1): Selection {
  const last = primary(selection);
  if (last === undefined) return ids.length === 0 ? selection : only(ids.at(by === 1 ? 0 : -1) as string);
  const next = ids[ids.indexOf(last) + by];
  if (next === undefined) return selection;
  const rest = selection.filter((id) => id !== next && !(id === last && selection.includes(next)));
  return [...rest, next];
}
