import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Answer, Assignment, Session } from "@/api/types";
import type { KindUi } from "@/kinds/kind";
import type { Saved } from "@/lib/autosave";
import type { CopyAbout } from "@/lib/autosave-local";
import { sessionQuery } from "@/lib/queries/session";
import type { Work } from "./api";
import { useActiveTime } from "./use-active-time";
import { useAnswer } from "./use-answer";
import { useLiveCheck } from "./use-live-check";
import { openWork, useHeartbeat, useSaving, type Conflict } from "./use-saving";

/** Why the task is no longer held; nothing more is known when it was so from the beginning. */
export type Lost = { readonly error: unknown };

type Options = {
  readonly assignment: Assignment;
  readonly kind: KindUi;
  /** It is the one on screen: only then its time runs. */
  readonly isCurrent?: boolean;
  /** It was submitted, skipped or put back. */
  readonly isOver: boolean;
};

export type WorkSession = ReturnType<typeof useSession>;

/** One task from opening to submission: the work, its saving, its time and what the rules say of it. */
export function useSession({ assignment, kind, isCurrent = true, isOver }: Options) {
  const [opened] = useState(() => openWork(assignment, kind));
  const [conflict, setConflict] = useState<Conflict | null>(opened.conflict);
  const [lost, setLost] = useState<Lost | null>(assignment.state === "expired" ? { error: null } : null);
  // The first reason stays: what a later attempt is answered is shown beside it.
  const onLost = useCallback((error: unknown) => setLost((known) => known ?? { error }), []);
  const time = useActiveTime(assignment, isCurrent);
  const newest = useRef<Work>(opened.work);
  const [about] = useState(useAbout(assignment));
  const saving = useSaving({
    assignment,
    kind,
    time,
    about,
    unsaved: opened.isUnsaved && !opened.conflict ? opened.work : null,
    onConflict: useCallback(
      (theirs: Work, server: Saved) => setConflict({ mine: newest.current, theirs, server }),
      [],
    ),
    onLost,
  });
  const { autosave } = saving;
  const onWork = useCallback(
    (work: Work) => {
      newest.current = work;
      autosave.change(work);
    },
    [autosave],
  );
  const answer = useAnswer(kind, assignment, opened.work, onWork);
  const isRunning = lost === null && !isOver;
  const liveCheck = useLiveCheck({ assignment, kind, answer: answer.work.answer, isRunning });
  useHeartbeat({ assignment, time, isRunning: isRunning && isCurrent, onLost });

  const choose = (which: "mine" | "theirs" | { readonly answer: Answer }) => {
    if (!conflict) return;
    // What was typed since the conflict came up is still the newer "mine".
    const mine = answer.current.current;
    const own = which === "mine" ? mine : { ...mine, answer: which === "theirs" ? mine.answer : which.answer };
    autosave.settle(conflict.server.version, which === "theirs" ? null : own);
    answer.replace(which === "theirs" ? conflict.theirs : own);
    setConflict(null);
  };
  return { assignment, kind, about, conflict, choose, lost, onLost, time, saving, answer, liveCheck };
}

/** What is kept on this device says whose it is: the next person here must not find it. */
function useAbout({ project, stage, image }: Assignment): CopyAbout {
  const user = useQueryClient().getQueryData<Session>(sessionQuery.queryKey)?.user?.id ?? null;
  return { user, project: project.name, stage: stage.title, image: image.name };
}
