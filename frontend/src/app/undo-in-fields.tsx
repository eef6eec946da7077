import { useEffect } from "react";
import { matchesKeys } from "@/canvas/combination";
import { undoIn, watchWriting } from "@/lib/writing/undo-in-fields";

const UNDO = ["mod+z"];
const REDO = ["mod+shift+z", "mod+y"];

/** In every text field, undo takes back a run of words and never a letter. */
export function UndoInFields() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const meant = (keys: readonly string[]) =>
        keys.some((key) => matchesKeys(event, key) || matchesKeys(event, key, "place"));
      const which = meant(UNDO) ? "undo" : meant(REDO) ? "redo" : null;
      if (which && undoIn(event.target, which)) event.preventDefault();
    };
    const stop = watchWriting();
    document.addEventListener("keydown", onKey, true);
    return () => {
      stop();
      document.removeEventListener("keydown", onKey, true);
    };
  }, []);
  return null;
}
