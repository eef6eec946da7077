import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "@/api/client";
import { readPosting, removePosting, writePosting, type Posting } from "@/lib/outbox";
import { isPassing, isSubmittedAlready } from "@/lib/delivery";

/** Pauses between attempts; a network that is back is not waited for. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

export interface Waiting {
  posting: Posting;
  /** It survives closing the page. */
  isKept: boolean;
  error: unknown;
}

interface Options {
  id: string;
  onArrived: () => Promise<void> | void;
  /** The server has an objection; the submission is crossed out. */
  onRefused: (problem: unknown, posting: Posting) => void;
}

/** Sends one submission until the server has it, it is refused, or it is taken back. */
export function usePosting({ id, onArrived, onRefused }: Options) {
  const [waiting, setWaiting] = useState<Waiting | null>(() => left(id));
  const current = useRef<Posting | null>(null);
  const failures = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ onArrived, onRefused });
  useEffect(() => {
    latest.current = { onArrived, onRefused };
  });

  const deliver = useCallback(async (posting: Posting): Promise<void> => {
    clearTimeout(timer.current);
    current.current = posting;
    try {
      await api.post(posting.path, posting.body);
    } catch (problem) {
      // Taken back meanwhile: whatever came of it is found out by saving.
      if (current.current !== posting) return;
      if (isPassing(problem)) {
        const pause = RETRY_MS[Math.min(failures.current, RETRY_MS.length - 1)] ?? RETRY_MS[0];
        failures.current += 1;
        setWaiting((known) => ({ posting, isKept: known?.isKept ?? true, error: problem }));
        timer.current = setTimeout(() => void deliver(posting), pause);
        return;
      }
      removePosting(posting.id);
      current.current = null;
      setWaiting(null);
      if (isSubmittedAlready(problem)) await latest.current.onArrived();
      else latest.current.onRefused(problem, posting);
      return;
    }
    removePosting(posting.id);
    // Taken back, or the page was left: nobody waits for it here any more.
    if (current.current !== posting) return;
    current.current = null;
    setWaiting(null);
    await latest.current.onArrived();
  }, []);

  /** Written down first, then sent. */
  const post = useCallback(
    async (posting: Posting) => {
      failures.current = 0;
      const isKept = writePosting(posting);
      if (!isKept) setWaiting((known) => known && { ...known, isKept });
      await deliver(posting);
    },
    [deliver],
  );
  const sendNow = useCallback(async () => {
    if (current.current) await deliver(current.current);
  }, [deliver]);
  const takeBack = useCallback(() => {
    clearTimeout(timer.current);
    current.current = null;
    removePosting(id);
    setWaiting(null);
  }, [id]);

  useEffect(() => {
    const found = readPosting(id);
    if (found) void deliver(found);
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

function left(id: string): Waiting | null {
  const posting = readPosting(id);
  return posting && { posting, isKept: true, error: null };
}
