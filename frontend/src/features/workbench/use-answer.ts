import { useCallback, useMemo, useRef, useState } from "react";
import type { FieldProblem } from "@/api/errors";
import type { Answer, Assignment } from "@/api/types";
import type { KindEditor, PlacedProblem } from "@/kinds/kind";
import { forgetHistory } from "@/lib/safe-work";
import type { Work } from "./api";
import { together } from "./use-saving";

type Noted = PlacedProblem & { value: unknown };

/**
 * The work on screen. The editor of the kind holds the answer itself; a new `generation` gives it
 * another one to begin with. A problem goes away once the value it was about has changed.
 */
export function useAnswer(kind: KindEditor, assignment: Assignment, first: Work, onWork: (work: Work) => void) {
  const [work, setWork] = useState(first);
  const current = useRef(first);
  const [shown, setShown] = useState({ answer: first.answer, generation: 0 });
  const [problems, setProblems] = useState<readonly Noted[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [before, setBefore] = useState<Answer | null>(null);
  const [lookTurn, setLookTurn] = useState(0);

  const take = useCallback(
    (next: Work) => {
      current.current = next;
      setWork(next);
      onWork(next);
    },
    [onWork],
  );
  const onChange = useCallback(
    (answer: Answer) => {
      setProblems((old) => stillTrue(kind, answer, old));
      take({ ...current.current, answer });
    },
    [kind, take],
  );
  const onLook = useCallback(
    (ids: readonly string[]) => {
      const next = together(current.current, { lookedAt: ids });
      if (next !== current.current) take(next);
    },
    [take],
  );
  /** Leads to the first part that nobody has looked at. */
  const showUnread = useCallback(() => setLookTurn((count) => count + 1), []);
  const lookedAt = useMemo(() => new Set(work.lookedAt), [work.lookedAt]);
  /** How many parts were never looked at, as of now. */
  const unread = () => {
    const { answer, lookedAt: looked } = current.current;
    return kind.unread?.(answer, assignment.start, new Set(looked)) ?? NONE;
  };
  /** Puts another answer into the editor; what led to the one before is not what led to this. */
  const replace = useCallback(
    (next: Work) => {
      forgetHistory(String(assignment.id));
      current.current = next;
      setWork(next);
      setProblems([]);
      setShown((old) => ({ answer: next.answer, generation: old.generation + 1 }));
    },
    [assignment.id],
  );
  const showProblems = useCallback(
    (fields: readonly FieldProblem[]) => {
      const { answer } = current.current;
      setProblems(fields.map((field) => noted(kind, answer, field)));
      setAttempt((count) => count + 1);
    },
    [kind],
  );
  const startOver = (reason: string) => {
    setBefore(current.current.answer);
    const next = { ...current.current, answer: kind.empty(), scratchReason: reason };
    replace(next);
    take(next);
  };
  const goBack = () => {
    const next = { ...current.current, answer: before ?? assignment.start, scratchReason: null };
    setBefore(null);
    replace(next);
    take(next);
  };
  const looks = { lookedAt, onLook: kind.unread && onLook, lookTurn, showUnread, unread };
  return { work, current, shown, problems, attempt, looks, onChange, replace, showProblems, startOver, goBack };
}

const NONE = { unread: 0, of: 0 };

function noted(kind: KindEditor, answer: Answer, field: FieldProblem): Noted {
  const key = kind.keyOf(answer, field.path);
  return { key, code: field.code, message: field.message, value: kind.valueAt(answer, key) };
}

function stillTrue(kind: KindEditor, answer: Answer, problems: readonly Noted[]): readonly Noted[] {
  if (problems.length === 0) return problems;
  return problems.filter((problem) => kind.valueAt(answer, problem.key) === problem.value);
}
