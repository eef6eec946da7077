import { useCallback, useLayoutEffect, useRef, type RefObject } from "react";
import { caretAfter } from "@/lib/writing/bursts";

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Puts the cursor where undo or redo changed the text, instead of at its end. Returns what must be
 * told of each text that was typed.
 */
export function useUndoneCaret(field: RefObject<Field | null>, value: string): (typed: string) => void {
  const known = useRef(value);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = value;
    const input = field.current;
    if (before === value || !input || document.activeElement !== input) return;
    const at = caretAfter(before, value);
    input.setSelectionRange(at, at);
  }, [field, value]);
  return useCallback((typed: string) => void (known.current = typed), []);
}
