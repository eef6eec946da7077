import { useEffect, useRef, useState } from "react";
import type { Assignment } from "@/api/types";
import type { KindEditor } from "@/kinds/kind";
import { Autosave, type Saved, type SaveState } from "@/lib/autosave";
import { chooseOpening, localCopies, type CopyAbout } from "@/lib/autosave-local";
import { readPosting } from "@/lib/outbox";
import { heartbeat, hitPostingId, isLost, saveDraft, type HitBody, type SubmissionBody, type Work } from "./api";
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
  const posted = postedWork(assignment);
  if (posted) return { work: posted, isUnsaved: true, conflict: null };
  const { draft } = assignment;
  const saved: Work = draft
    ? { answer: draft.answer, scratchReason: draft.scratch_reason || null }
    : { answer: assignment.start, scratchReason: null };
  const copy = copies.read(String(assignment.id));
  const server = { version: assignment.draft_version, work: saved };
  const opening = chooseOpening(copy, server, sameWork(kind));
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
function postedWork({ id, hit }: Assignment): Work | null {
  if (hit) {
    const batch = readPosting(hitPostingId(hit))?.body as HitBody | undefined;
    const posted = batch?.answers.find(({ assignment }) => assignment === id);
    return posted ? { answer: posted.answer, scratchReason: null } : null;
  }
  const single = readPosting(String(id))?.body as SubmissionBody | undefined;
  return single ? { answer: single.answer, scratchReason: single.scratch_reason } : null;
}

/** What is written on this device of a task that is over, where the server may not have it. */
export function keptWork(assignment: Assignment): Work | null {
  return postedWork(assignment) ?? copies.read(String(assignment.id))?.work ?? null;
}

export function forgetKept(assignmentId: number): void {
  copies.remove(String(assignmentId));
}

export function sameWork(kind: KindEditor): (a: Work, b: Work) => boolean {
  return (a, b) => kind.isSame(a.answer, b.answer) && (a.scratchReason ?? "") === (b.scratchReason ?? "");
}

interface Options {
  assignment: Assignment;
  kind: KindEditor;
  time: ActiveTime;
  about: CopyAbout;
  /** Newer work found on this device, to be saved first of all. */
  unsaved: Work | null;
  onConflict: (theirs: Work, server: Saved) => void;
  onLost: (error: unknown) => void;
}

/** Autosave tied to the page: it flushes when the page is hidden or left, and tries again when the network is back. */
export function useSaving({ assignment, kind, time, about, unsaved, onConflict, onLost }: Options) {
  const [state, setState] = useState<SaveState>(() => firstState(assignment));
  const [autosave] = useState(
    () =>
      new Autosave<Work>({
        id: String(assignment.id),
        version: assignment.draft_version,
        savedAt: assignment.draft?.saved_at ?? null,
        copies,
        about,
        isSame: sameWork(kind),
        send: (version, work, isLeaving) =>
          saveDraft(assignment.id, { version, work, activeSeconds: time.seconds() }, isLeaving),
      }),
  );
  useEffect(
    () =>
      autosave.listen({
        onState: (next) => {
          setState(next);
          if (next.status === "lost") onLost(next.error);
        },
        onConflict: ({ work, ...server }) => onConflict(work, server),
      }),
    [autosave, onConflict, onLost],
  );
  useEffect(() => {
    if (unsaved) autosave.change(unsaved);
    // Found once, when the page was opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [autosave]);
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === "hidden") void autosave.flush(true);
    };
    const leaveForGood = () => void autosave.flush(true);
    const online = () => autosave.retryNow();
    const ask = (event: BeforeUnloadEvent) => {
      // Only where leaving would lose something: neither the server nor this device has it.
      if (autosave.state.status === "offline" && !autosave.state.isKept) event.preventDefault();
    };
    autosave.start();
    window.addEventListener("beforeunload", ask);
    document.addEventListener("visibilitychange", leave);
    window.addEventListener("pagehide", leaveForGood);
    window.addEventListener("online", online);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      window.removeEventListener("pagehide", leaveForGood);
      window.removeEventListener("online", online);
      window.removeEventListener("beforeunload", ask);
      void autosave.flush(true);
      autosave.stop();
    };
  }, [autosave]);
  return { autosave, state };
}

function firstState(assignment: Assignment): SaveState {
  return assignment.draft ? { status: "saved", at: assignment.draft.saved_at } : { status: "clean" };
}

/** Signs of life keep the lease - for somebody who is there, not for a tab that was forgotten. */
export function useHeartbeat(options: {
  assignment: Assignment;
  time: ActiveTime;
  isRunning: boolean;
  onLost: (error: unknown) => void;
}): void {
  const { assignment, time, isRunning } = options;
  const latest = useRef(options.onLost);
  useEffect(() => {
    latest.current = options.onLost;
  });
  useEffect(() => {
    if (!isRunning) return;
    const { heartbeat_seconds: pause, seconds } = assignment.lease;
    const beat = async () => {
      if (time.idleSeconds() > seconds / 2) return;
      try {
        await heartbeat(assignment.id, time.seconds());
      } catch (error) {
        if (isLost(error)) latest.current(error);
      }
    };
    const timer = setInterval(() => void beat(), pause * 1000);
    return () => clearInterval(timer);
  }, [assignment, time, isRunning]);
}
