import { useCallback, useRef, useState } from "react";
import type { CaptionAnswer } from "@/api/types";
import type { WorkbenchProps } from "../kind";
import { keepOwnWords, ownWords } from "../text/own-words";
import { wholeCaption, type CaptionSettings } from "./settings";

export type CaptionEditor = ReturnType<typeof useCaption>;

export function useCaption(
  { assignment, initial, onChange }: WorkbenchProps<CaptionAnswer, CaptionSettings>,
  settings: CaptionSettings,
) {
  const [answer, setAnswer] = useState(() => wholeCaption(initial));
  const latest = useRef(answer);
  const before = useRef<string | null>(null);
  const change = useCallback(
    (part: Partial<CaptionAnswer>) => {
      const next = { ...latest.current, ...part };
      latest.current = next;
      setAnswer(next);
      onChange(next);
    },
    [onChange],
  );
  const toggleCanned = () => {
    const { canned, text } = latest.current;
    if (settings.canned_text === null) return;
    if (canned) {
      change({ canned: false, text: before.current ?? ownWords(assignment.id) });
      return;
    }
    before.current = text;
    keepOwnWords(assignment.id, text);
    change({ canned: true, text: settings.canned_text });
  };
  return { answer, change, toggleCanned };
}
