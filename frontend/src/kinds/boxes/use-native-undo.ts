import { useEffect, useRef, type RefObject } from "react";

/**
 * Undo from the browser's menu, or by shaking a telephone, is ours as well: a field that had a
 * history of its own would take back something else than the key does.
 */
export function useNativeUndo(list: RefObject<HTMLElement | null>, undo: () => void, redo: () => void): void {
  const latest = useRef({ undo, redo });
  useEffect(() => {
    latest.current = { undo, redo };
  });
  useEffect(() => {
    const element = list.current;
    const onInput = (event: InputEvent) => {
      if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
      event.preventDefault();
      latest.current[event.inputType === "historyUndo" ? "undo" : "redo"]();
    };
    element?.addEventListener("beforeinput", onInput);
    return () => element?.removeEventListener("beforeinput", onInput);
  }, [list]);
}
