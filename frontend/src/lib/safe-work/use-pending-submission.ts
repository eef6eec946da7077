import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "@/api/client";
import {
  isTemporary,
  isSubmittedAlready,
  readPending,
  removePending,
  writePending,
  type PendingSubmission,
} from "./outbox";

/** Pauses between attempts; a network that is back is not waited for. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

export interface Waiting {
  submission: PendingSubmission;
  /** It survives closing the page. */
  isKept: boolean;
  error: unknown;
}

interface Options {
  id: string;
  onDelivered: () => Promise<void> | void;
  /** The server has an objection; the submission is crossed out. */
  onRefused: (problem: unknown, submission: PendingSubmission) => void;
}

/** Sends one submission until the server has it, it is refused, or it is taken back. */
export function usePendingSubmission({ id, onDelivered, onRefused }: Options) {
  const [waiting, setWaiting] = useState<Waiting | null>(() => waitingFrom(id));
  const current = useRef<PendingSubmission | null>(null);
  const failures = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ onDelivered, onRefused });
  useEffect(() => {
    latest.current = { onDelivered, onRefused };
  });

  const deliver = useCallback(async (submission: PendingSubmission): Promise<void> => {
    clearTimeout(timer.current);
    current.current = submission;
    try {
      await api.post(submission.path, submission.body);
    } catch (problem) {
      // Taken back meanwhile: whatever came of it is submission out by saving.
      if (current.current !== submission) return;
      if (isTemporary(problem)) {
        const pause = RETRY_MS[Math.min(failures.current, RETRY_MS.length - 1)] ?? RETRY_MS[0];
        failures.current += 1;
        setWaiting((known) => ({ submission, isKept: known?.isKept ?? true, error: problem }));
        timer.current = setTimeout(() => void deliver(submission), pause);
        return;
      }
      removePending(submission.id);
      current.current = null;
      setWaiting(null);
      if (isSubmittedAlready(problem)) await latest.current.onDelivered();
      else latest.current.onRefused(problem, submission);
      return;
    }
    removePending(submission.id);
    // Taken back, or the page was left: nobody waits for it here any more.
    if (current.current !== submission) return;
    current.current = null;
    setWaiting(null);
    await latest.current.onDelivered();
  }, []);

  /** Written down first, then sent. */
  const post = useCallback(
    async (submission: PendingSubmission) => {
      failures.current = 0;
      const isKept = writePending(submission);
      if (!isKept) setWaiting((known) => known && { ...known, isKept });
      await deliver(submission);
    },
    [deliver],
  );
  const sendNow = useCallback(async () => {
    if (current.current) await deliver(current.current);
  }, [deliver]);
  const takeBack = useCallback(() => {
    clearTimeout(timer.current);
    current.current = null;
    removePending(id);
    setWaiting(null);
  }, [id]);

  useEffect(() => {
    const submission = readPending(id);
    if (submission) void deliver(submission);
    const again = () => void sendNow();
    window.addEventListener("online", again);
    return () => {
      window.removeEventListener("online", again);
      clearTimeout(timer.current);
      current.current = null;
    };
  }, [id, deliver, sendNow]);

  return { waiting, post, sendNow, takeBack };
}

function waitingFrom(id: string): Waiting | null {
  const submission = readPending(id);
  return submission && { submission, isKept: true, error: null };
}
