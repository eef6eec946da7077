import { useLayoutEffect, type RefObject } from "react";
import type { ObjectAnswer } from "@/api/types";
import type { CanvasStore } from "@/canvas/store";
import { caretAfter } from "@/lib/writing/bursts";

/**
 * Lets a field hold the description of an object itself, and follow where that is changed from elsewhere, as
 * by undo: with the cursor at what has changed.
 */
export function useOwnText(
  field: RefObject<HTMLTextAreaElement | null>,
  store: CanvasStore<ObjectAnswer>,
  id: string,
): void {
  useLayoutEffect(() => {
    const follow = () => {
      const text = store.get(id)?.description;
      if (field.current && text !== undefined) put(field.current, text);
    };
    follow();
    return store.subscribe(follow);
  }, [field, store, id]);
}

function put(input: HTMLTextAreaElement, text: string): void {
  if (input.value === text) return;
  const at = caretAfter(input.value, text);
  input.value = text;
  if (document.activeElement === input) input.setSelectionRange(at, at);
}
