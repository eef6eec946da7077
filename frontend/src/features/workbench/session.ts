import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Answer, Assignment, Session } from "@/api/types";
import type { KindEditor } from "@/kinds/kind";
import { useAfterTyping } from "@/lib/after-typing";
import { sessionQuery } from "@/lib/queries/session";
import type { CopyAbout, KeptVersion, Saved } from "@/lib/safe-work";
import type { Work } from "./api";
import { useActiveTime } from "./use-active-time";
import { useAnswer } from "./use-answer";
import { useLiveCheck } from "./use-live-check";
import { openWork, useHeartbeat, useSaving, useVersionsOf, type Conflict } from "./use-saving";

/** Why the task is no longer held; nothing more is known when it was so from the beginning. */
export interface Lost {
  error: unknown;
}

interface Options {
  assignment: Assignment;
  kind: KindEditor;
  /** It is the one on screen: only then its time runs. */
  isCurrent?: boolean;
  /** It was submitted, skipped or put back. */
  isOver: boolean;
}

export type WorkSession = ReturnType<typeof useSession>;

/** One task from opening to submission: the work, its saving, its time and what the rules say of it. */
export function useSession({ assignment, kind, isCurrent = true, isOver }: Options) {
  const [opened] = useState(() => openWork(assignment, kind));
  const [conflict, setConflict] = useState<Conflict | null>(opened.conflict);
  const [lost, setLost] = useState<Lost | null>(assignment.state === "expired" ? { error: null } : null);
  const losing = useAfterTyping();
  const conflicting = useAfterTyping();
  // The first reason stays: what a later attempt is answered is shown beside it.
  const onLost = useCallback((error: unknown) => setLost((known) => known ?? { error }), []);
  const onLostMeanwhile = useCallback((error: unknown) => losing.wait(() => onLost(error)), [losing, onLost]);
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
      (theirs: Work, server: Saved) => conflicting.wait(() => setConflict({ mine: newest.current, theirs, server })),
      [conflicting],
    ),
    onLost: onLostMeanwhile,
  });
  const { autosave, checkWithDraft, secondsSinceSaved } = saving;
  const onWork = useCallback(
    (work: Work) => {
      newest.current = work;
      autosave.change(work);
    },
    [autosave],
  );
  const answer = useAnswer(kind, assignment, opened.work, onWork);
  const isRunning = lost === null && !isOver;
  const liveCheck = useLiveCheck({ assignment, kind, work: answer.work, isRunning, checkWithDraft });
  useHeartbeat({
    assignment,
    time,
    isRunning: isRunning && isCurrent,
    secondsSinceSaved,
    onLost: onLostMeanwhile,
  });

  const kept = useVersionsOf(assignment, about.user, kind);
  const choose = (which: "mine" | "theirs" | { answer: Answer }) => {
    if (!conflict) return;
    // What was typed since the conflict came up is still the newer "mine".
    const mine = answer.work.value;
    const { theirs, server } = conflict;
    const own = typeof which === "object" ? { ...mine, answer: which.answer } : mine;
    const outcome = which === "theirs" ? theirs : own;
    // What was put together may lack something of either.
    kept.keep(theirs, "elsewhere", outcome);
    kept.keep(mine, "here", outcome);
    autosave.resolveConflict(server.version, which === "theirs" ? null : own);
    answer.replace(outcome);
    setConflict(null);
  };
  /** Takes up a kept version; what was there is kept in its place. */
  const takeUp = ({ key, work }: KeptVersion<Work>) => {
    kept.drop(key);
    kept.keep(answer.work.value, "here", work);
    answer.replace(work);
    onWork(work);
  };
  /** Whoever wants to hand it in has stopped typing; says whether there is something to choose first. */
  const showConflict = () => conflicting.now() || conflict !== null;
  const versions = { kept: kept.versions, drop: kept.drop, takeUp };
  return {
    assignment,
    kind,
    about,
    showConflict,
    conflict,
    choose,
    lost,
    onLost,
    time,
    saving,
    answer,
    liveCheck,
    versions,
  };
}

/** What is kept on this device says whose it is: the next person here must not find it. */
export function useAbout({ project, stage, image }: AboutOf): CopyAbout {
  const user = useQueryClient().getQueryData<Session>(sessionQuery.queryKey)?.user?.id ?? null;
  return { user, project: project.name, stage: stage.title, image: image?.name ?? "" };
}

/** A task, or a mini-batch of tasks about several images. */
type AboutOf = Pick<Assignment, "project" | "stage"> & { image?: Assignment["image"] };
