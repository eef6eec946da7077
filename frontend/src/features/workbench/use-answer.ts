import { useCallback, useMemo, useState } from "react";
import type { FieldProblem } from "@/api/errors";
import type { Answer, Assignment } from "@/api/types";
import type { KindEditor, PlacedProblem } from "@/kinds/kind";
import { forgetHistory } from "@/lib/safe-work";
import { useSelected, ValueStore } from "@/lib/value-store";
import type { Work } from "./api";
import { together } from "./use-saving";

type Noted = PlacedProblem & { value: unknown };

/**
 * The work on screen. The editor of the kind holds the answer itself; a new `generation` gives it
 * another one to begin with. A problem goes away once the value it was about has changed. What is
 * written changes with each letter, so it is a store: only what shows a part of it is drawn anew.
 */
export function useAnswer(kind: KindEditor, assignment: Assignment, first: Work, onWork: (work: Work) => void) {
  const [work] = useState(() => new ValueStore(first));
  const [shown, setShown] = useState({ answer: first.answer, generation: 0 });
  const [problems, setProblems] = useState<readonly Noted[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [before, setBefore] = useState<Answer | null>(null);
  const [lookTurn, setLookTurn] = useState(0);

  const take = useCallback(
    (next: Work) => {
      work.set(next);
      onWork(next);
    },
    [work, onWork],
  );
  const onChange = useCallback(
    (answer: Answer) => {
      setProblems((old) => stillTrue(kind, answer, old));
      take({ ...work.value, answer });
    },
    [kind, work, take],
  );
  const onLook = useCallback(
    (ids: readonly string[]) => {
      const next = together(work.value, { lookedAt: ids });
      if (next !== work.value) take(next);
    },
    [work, take],
  );
  /** Leads to the first part that nobody has looked at. */
  const showUnread = useCallback(() => setLookTurn((count) => count + 1), []);
  const looked = useSelected(work, lookedAtOf);
  const lookedAt = useMemo(() => new Set(looked), [looked]);
  /** How many parts were never looked at, as of now. */
  const unread = () => {
    const { answer, lookedAt: known } = work.value;
    return kind.unread?.(answer, assignment.start, new Set(known)) ?? NONE;
  };
  /** Puts another answer into the editor; what led to the one before is not what led to this. */
  const replace = useCallback(
    (next: Work) => {
      forgetHistory(String(assignment.id));
      work.set(next);
      setProblems([]);
      setShown((old) => ({ answer: next.answer, generation: old.generation + 1 }));
    },
    [work, assignment.id],
  );
  const showProblems = useCallback(
    (fields: readonly FieldProblem[]) => {
      const { answer } = work.value;
      setProblems(fields.map((field) => noted(kind, answer, field)));
      setAttempt((count) => count + 1);
    },
    [kind, work],
  );
  const startOver = (reason: string) => {
    setBefore(work.value.answer);
    const next = { ...work.value, answer: kind.empty(), scratchReason: reason };
    replace(next);
    take(next);
  };
  const goBack = () => {
    const next = { ...work.value, answer: before ?? assignment.start, scratchReason: null };
    setBefore(null);
    replace(next);
    take(next);
  };
  const looks = { lookedAt, onLook: kind.unread && onLook, lookTurn, showUnread, unread };
  return { work, shown, problems, attempt, looks, onChange, replace, showProblems, startOver, goBack };
}

const NONE = { unread: 0, of: 0 };
const lookedAtOf = (work: Work) => work.lookedAt;

function noted(kind: KindEditor, answer: Answer, field: FieldProblem): Noted {
  const key = kind.keyOf(answer, field.path);
  return { key, code: field.code, message: field.message, value: kind.valueAt(answer, key) };
}

function stillTrue(kind: KindEditor, answer: Answer, problems: readonly Noted[]): readonly Noted[] {
  const isTrue = (problem: Noted) => kind.valueAt(answer, problem.key) === problem.value;
  return problems.every(isTrue) ? problems : problems.filter(isTrue);
}
