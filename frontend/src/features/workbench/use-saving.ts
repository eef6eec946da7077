import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Finding } from "@/api/hits";
import type { Answer, Assignment } from "@/api/types";
import type { KindEditor } from "@/kinds/kind";
import {
  chooseOpening,
  localCopies,
  readPending,
  useAutosave,
  useKeptVersions,
  type CopyAbout,
  type Saved,
} from "@/lib/safe-work";
import { heartbeat, hitSubmissionId, isLost, saveDraft, type HitBody, type SubmissionBody, type Work } from "./api";
import type { ActiveTime } from "./active-time";

export interface Conflict {
  mine: Work;
  theirs: Work;
  server: Saved;
}

export interface Opened {
  work: Work;
  isUnsaved: boolean;
  conflict: Conflict | null;
}

const copies = localCopies<Work>();

/** What waits to be submitted, the copy on this device, the draft on the server, or the starting text. */
export function openWork(assignment: Assignment, kind: KindEditor): Opened {
  const submitted = submittedWork(assignment);
  if (submitted) return { work: submitted, isUnsaved: true, conflict: null };
  const { draft } = assignment;
  const saved: Work = {
    answer: draft ? draft.answer : assignment.start,
    scratchReason: draft?.scratch_reason || null,
    ...(kind.unread && { lookedAt: draft?.looked_at ?? [] }),
  };
  const copy = copies.read(String(assignment.id));
  const server = { version: assignment.draft_version, work: saved };
  const opening = chooseOpening(copy, server, sameWork(kind));
  if (opening.from === "server" && copy) {
    // The same words: what was looked at here is no other version of them.
    const both = together(saved, copy.work);
    if (both !== saved) return { work: both, isUnsaved: true, conflict: null };
  }
  if (opening.from === "server") {
    copies.remove(String(assignment.id));
    return { work: saved, isUnsaved: false, conflict: null };
  }
  const mine = opening.copy.work;
  if (opening.from === "device") return { work: mine, isUnsaved: true, conflict: null };
  const at = { version: assignment.draft_version, savedAt: draft?.saved_at ?? "" };
  return { work: mine, isUnsaved: true, conflict: { mine, theirs: saved, server: at } };
}

/** What was handed in and has not arrived, by itself or with the mini-batch. */
function submittedWork({ id, hit }: Assignment): Work | null {
  if (hit) {
    const batch = readPending(hitSubmissionId(hit))?.body as HitBody | undefined;
    const submitted = batch?.answers.find(({ assignment }) => assignment === id);
    return submitted ? { answer: submitted.answer, scratchReason: null, ...looked(submitted.looked_at) } : null;
  }
  const single = readPending(String(id))?.body as SubmissionBody | undefined;
  return single ? { answer: single.answer, scratchReason: single.scratch_reason, ...looked(single.looked_at) } : null;
}

const looked = (ids: readonly string[] | undefined) => (ids ? { lookedAt: ids } : {});

/** With all that was looked at here or there; the same work where nothing is added. */
export function together(work: Work, other: Pick<Work, "lookedAt">): Work {
  const known = new Set(work.lookedAt);
  const added = (other.lookedAt ?? []).filter((id) => !known.has(id));
  return added.length === 0 ? work : { ...work, lookedAt: [...known, ...added] };
}

/** What is written on this device of a task that is over, where the server may not have it. */
export function keptWork(assignment: Assignment): Work | null {
  return submittedWork(assignment) ?? copies.read(String(assignment.id))?.work ?? null;
}

export function forgetKept(assignmentId: number): void {
  copies.remove(String(assignmentId));
}

/** The versions of one task that its author did not go on with. */
export function useVersionsOf(assignment: Assignment, user: CopyAbout["user"], kind: KindEditor) {
  const { id, start } = assignment;
  return useKeptVersions<Work>({
    id: String(id),
    user,
    isSame: useMemo(() => sameWork(kind), [kind]),
    isNothing: ({ answer }) => kind.isEmpty(answer) || kind.isSame(answer, start),
  });
}

export function sameWork(kind: KindEditor): (a: Work, b: Work) => boolean {
  return (a, b) => kind.isSame(a.answer, b.answer) && (a.scratchReason ?? "") === (b.scratchReason ?? "");
}

interface Options {
  assignment: Assignment;
  kind: KindEditor;
  time: ActiveTime;
  about: CopyAbout;
  unsaved: Work | null;
  onConflict: (theirs: Work, server: Saved) => void;
  onLost: (error: unknown) => void;
}

/** An answer of which one wants to know what the rules say, and what they said. */
interface Asked {
  answer: Answer;
  findings: readonly Finding[] | null;
}

/** The draft of one task, kept by autosave. */
export function useSaving({ assignment, kind, time, onConflict, ...options }: Options) {
  const asked = useRef<Asked | null>(null);
  const savedAt = useRef(-Infinity);
  const { autosave } = useAutosave<Work>({
    ...options,
    id: String(assignment.id),
    version: assignment.draft_version,
    savedAt: assignment.draft?.saved_at ?? null,
    copies,
    isSame: sameWork(kind),
    send: async (version, work, isLeaving) => {
      const of = asked.current?.answer === work.answer ? asked.current : null;
      const draft = { version, work, activeSeconds: time.seconds() };
      const onFindings = (findings: readonly Finding[]) => of && (of.findings = findings);
      const outcome = await saveDraft(assignment.id, { ...draft, ...(of && { onFindings }) }, isLeaving);
      if (outcome.kind === "saved") savedAt.current = performance.now();
      return outcome;
    },
    onConflict: useCallback(({ work, ...server }: Saved & { work: Work }) => onConflict(work, server), [onConflict]),
  });
  /** Saves now what waits to be saved, and asks with it; null where that was not to be. */
  const checkWithDraft = useCallback(
    async (answer: Answer) => {
      // Whatever cannot be saved now is tried again at its own pace.
      if (autosave.state.status !== "waiting" && autosave.state.status !== "saving") return null;
      const asking: Asked = { answer, findings: null };
      asked.current = asking;
      await autosave.flush();
      return asking.findings;
    },
    [autosave],
  );
  const secondsSinceSaved = useCallback(() => (performance.now() - savedAt.current) / 1000, []);
  return { autosave, checkWithDraft, secondsSinceSaved };
}

/**
 * Signs of life keep the lease - for somebody who is there, not for a tab that was forgotten. A
 * draft that was saved is one as well.
 */
export function useHeartbeat(options: {
  assignment: Assignment;
  time: ActiveTime;
  isRunning: boolean;
  secondsSinceSaved: () => number;
  onLost: (error: unknown) => void;
}): void {
  const { assignment, time, isRunning, secondsSinceSaved } = options;
  const latest = useRef(options.onLost);
  useEffect(() => {
    latest.current = options.onLost;
  });
  useEffect(() => {
    if (!isRunning) return;
    const { heartbeat_seconds: pause, seconds } = assignment.lease;
    let timer: ReturnType<typeof setTimeout>;
    const plan = (inSeconds: number) => (timer = setTimeout(() => void beat(), inSeconds * 1000));
    const beat = async () => {
      const left = pause - secondsSinceSaved();
      if (left > 0) return void plan(left);
      plan(pause);
      if (time.idleSeconds() > seconds / 2) return;
      try {
        await heartbeat(assignment.id, time.seconds());
      } catch (error) {
        if (isLost(error)) latest.current(error);
      }
    };
    plan(pause);
    return () => clearTimeout(timer);
  }, [assignment, time, isRunning, secondsSinceSaved]);
}
