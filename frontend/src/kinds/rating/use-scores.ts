import { useCallback, useEffect, useRef, useState } from "react";
import type { Score, ScoresAnswer } from "@/api/types";
import type { Metric } from "./metrics";

const OPEN: Score = { score: null, justification: "" };

export function scoreOf(answer: ScoresAnswer, key: string): Score {
  return answer.scores[key] ?? OPEN;
}

/** The scores as they are given; each change is told at once. */
export function useScores(initial: ScoresAnswer, onChange: (answer: ScoresAnswer) => void) {
  const [answer, setAnswer] = useState<ScoresAnswer>(() => ({ scores: initial.scores }));
  const latest = useRef(answer);
  const change = useCallback(
    (key: string, part: Partial<Score>) => {
      const { scores } = latest.current;
      const next = { scores: { ...scores, [key]: { ...OPEN, ...scores[key], ...part } } };
      latest.current = next;
      setAnswer(next);
      onChange(next);
    },
    [onChange],
  );
  return { answer, change };
}

/** The metric that the number keys are for: the first open one to begin with. */
export function useCurrent(metrics: readonly Metric[], answer: ScoresAnswer) {
  const rows = useRef<HTMLOListElement>(null);
  const [at, setAt] = useState(() =>
    Math.max(
      metrics.findIndex(({ key }) => scoreOf(answer, key).score === null),
      0,
    ),
  );
  /**
   * Leads the keyboard to a part of one row: its scale, or the field for the reasons. The whole row comes into view,
   * but only so: if it moved under a pointer that is pressed on it, that press would be lost.
   */
  const focus = useCallback((index: number, part: "input:not(:disabled)" | "textarea") => {
    const row = rows.current?.children[index];
    const scale = part === "textarea" ? null : row?.querySelector<HTMLElement>("input:checked");
    (scale ?? row?.querySelector<HTMLElement>(part))?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }, []);
  return { rows, at, setAt, focus };
}

export type Current = ReturnType<typeof useCurrent>;

/** A new attempt to submit moves the focus to the first thing that stands in its way. */
export function useFocusOnProblem(
  rows: React.RefObject<HTMLOListElement | null>,
  key: string | undefined,
  attempt: number,
): void {
  useEffect(() => {
    if (attempt === 0 || !key) return;
    const place = rows.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(key)}"]`);
    place?.querySelector<HTMLElement>("input, textarea")?.focus();
    // Only a new attempt moves the focus, never the fixing of a problem.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);
}
