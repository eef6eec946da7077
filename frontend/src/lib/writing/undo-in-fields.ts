/**
 * Undo by bursts in every text field of the page, whoever drew it: what is written is noted as the browser
 * tells of it. Fields with `data-history` belong to a history of boxes and words, and are left to that.
 */
import { historyOf, keep, knownHistory, type TextField } from "./field-histories";
import { typeInto } from "./replace";

export type Direction = "undo" | "redo";

const TYPES = new Set(["text", "search", "url", "tel"]);
const WHOLE = new Set([
  "insertFromPaste",
  "insertFromDrop",
  "insertFromYank",
  "insertReplacementText",
  "deleteByCut",
  "deleteByDrag",
]);

/** The change under way is ours. */
let isPutting = false;

/** True where the field has a history of ours, also when there is nothing left to take back. */
export function undoIn(target: EventTarget | null, which: Direction): boolean {
  const field = ownField(target);
  if (!field) return false;
  if (!field.readOnly) putIn(field, which);
  return true;
}

function putIn(field: TextField, which: Direction): void {
  const history = historyOf(field);
  const put = history[which]();
  if (!put) return;
  isPutting = true;
  try {
    typeInto(field, put.span, put.words);
    if (field.value !== history.text) field.setRangeText(history.text, 0, field.value.length, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "historyUndo" }));
    field.setSelectionRange(put.caret, put.caret);
  } finally {
    isPutting = false;
  }
  keep(field, history);
}

/** Notes what is written anywhere on the page; returns what ends that. */
export function watchWriting(): () => void {
  let composing: TextField | null = null;
  let before = "";
  const onBefore = (event: InputEvent) => {
    const field = ownField(event.target);
    if (!field || isPutting) return;
    if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
      event.preventDefault();
      putIn(field, event.inputType === "historyUndo" ? "undo" : "redo");
    } else if (composing !== field) historyOf(field);
  };
  const onInput = (event: Event) => {
    const field = ownField(event.target);
    if (!field || isPutting || composing === field) return;
    const type = event instanceof InputEvent ? event.inputType : "";
    const isDropped = type === "insertFromDrop" && before === "deleteByDrag";
    note(field, isDropped ? "joined" : WHOLE.has(type) ? "whole" : undefined);
    before = type;
  };
  const onComposition = (event: CompositionEvent) => {
    const field = ownField(event.target);
    if (!field) return;
    composing = event.type === "compositionstart" ? field : null;
    if (composing) historyOf(field);
    else note(field, "letters");
  };
  // While it is on its way down, a change has not been made yet; on its way up, everybody has heard of it.
  document.addEventListener("beforeinput", onBefore, true);
  document.addEventListener("input", onInput);
  document.addEventListener("compositionstart", onComposition, true);
  document.addEventListener("compositionend", onComposition);
  return () => {
    document.removeEventListener("beforeinput", onBefore, true);
    document.removeEventListener("input", onInput);
    document.removeEventListener("compositionstart", onComposition, true);
    document.removeEventListener("compositionend", onComposition);
  };
}

function note(field: TextField, how?: "letters" | "whole" | "joined"): void {
  const history = knownHistory(field);
  history.note(field.value, performance.now(), how);
  keep(field, history);
}

function ownField(target: EventTarget | null): TextField | null {
  const isField =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && TYPES.has(target.type));
  return isField && target.closest("[data-history]") === null ? target : null;
}
