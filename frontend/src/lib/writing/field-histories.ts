/**
 * The histories of the text fields on the page. A field with a name within a task (`data-undo`) goes on
 * where it was after a reload; any other begins anew.
 */
import { keepHistory, keptHistory } from "@/lib/safe-work";
import { TextHistory, type KeptTextHistory } from "./text-history";

export type TextField = HTMLTextAreaElement | HTMLInputElement;

const histories = new WeakMap<TextField, TextHistory>();
/** Of one text, in characters. */
const ROOM = 120_000;

/** The history of a field as it was before the change that is just being made. */
export function knownHistory(field: TextField): TextHistory {
  const known = histories.get(field);
  if (known) return known;
  const place = placeOf(field);
  const kept = place && keptHistory<KeptTextHistory>(place.task, place.name);
  const history = new TextHistory(field.value, isKept(kept) ? kept : null);
  histories.set(field, history);
  return history;
}

/** The history of a field, with what was changed behind its back as a step of its own. */
export function historyOf(field: TextField): TextHistory {
  const history = knownHistory(field);
  if (history.text !== field.value) {
    history.end();
    history.note(field.value, 0, "whole");
    history.end();
  }
  return history;
}

/** To be called when a history has changed: it is written down soon. */
export function keep(field: TextField, history: TextHistory): void {
  const place = placeOf(field);
  if (place) keepHistory(place.task, place.name, (room) => history.kept(Math.min(ROOM, room)));
}

/** What `act` does to the text is taken back by itself, neither with what was typed before nor after. */
export function aStepOfItsOwn(field: TextField, act: () => void): void {
  const history = historyOf(field);
  history.end();
  act();
  history.note(field.value, 0, "whole");
  history.end();
  keep(field, history);
}

function placeOf(field: TextField): { task: string; name: string } | null {
  const name = field.dataset.undo;
  const task = name === undefined ? undefined : field.closest<HTMLElement>("[data-task]")?.dataset.task;
  return name !== undefined && task !== undefined ? { task, name } : null;
}

function isKept(kept: KeptTextHistory | null): kept is KeptTextHistory {
  return typeof kept?.text === "string" && Array.isArray(kept.undo) && Array.isArray(kept.redo);
}
