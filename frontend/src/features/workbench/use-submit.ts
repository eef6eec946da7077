import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Gate } from "@/api/hits";
import type { Assignment, NoWorkReason } from "@/api/types";
import type { KindEditor } from "@/kinds/kind";
import { randomUuid } from "@/kinds/random";
import { notifyDone } from "@/lib/notify";
import { usePendingSubmission, type Autosave, type CopyAbout } from "@/lib/safe-work";
import type { ActiveTime } from "./active-time";
import { claimNext, isLost, submission, type Work } from "./api";
import type { useAnswer } from "./use-answer";

export interface End {
  how: "submitted" | "skipped" | "left";
  reason: NoWorkReason | null;
  error: unknown;
}

interface Options {
  assignment: Assignment;
  kind: KindEditor;
  answer: ReturnType<typeof useAnswer>;
  autosave: Autosave<Work>;
  time: ActiveTime;
  about: CopyAbout;
  onNext: (assignmentId: number) => void;
  /** The next work is a mini-batch. */
  onHit: (hitId: number) => void;
  /** A gate stands before more work: true when somebody else says what comes next. */
  onGate?: ((gate: Gate) => Promise<boolean>) | undefined;
  onLost: (error: unknown) => void;
  /** Something has to be asked before it is sent; true where that is on screen now. */
  asksFirst: () => boolean;
}

/** Submits once however often it is asked to, and goes on to the next task of the same stage. */
export function useSubmit(options: Options) {
  const { assignment, kind, answer, autosave, time, onNext, onHit, onGate, onLost } = options;
  const { t } = useTranslation("workbench");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [end, setEnd] = useState<End | null>(null);
  // The same key until the server has confirmed: a repeated submission is then the same submission.
  const key = useRef<string | null>(null);
  const isRunning = useRef(false);

  const goOn = async (how: End["how"]) => {
    try {
      const claim = await claimNext(assignment.project.id, assignment.stage.key);
      if (claim.hit) onHit(claim.hit.id);
      else if (claim.assignment) onNext(claim.assignment.id);
      else if (claim.gate && (await onGate?.(claim.gate))) return;
      else setEnd({ how, reason: claim.reason, error: null });
    } catch (problem) {
      setEnd({ how, reason: null, error: problem });
    }
  };

  const send = async () => {
    await autosave.hold();
    key.current ??= randomUuid();
    const work = answer.work.value;
    await pending.post({
      ...submission(assignment.id, { key: key.current, work, activeSeconds: time.seconds() }),
      at: new Date().toISOString(),
      about: options.about,
    });
  };
  const onDelivered = async () => {
    autosave.finish();
    notifyDone(t("submitted"));
    await goOn("submitted");
  };
  const onRefused = (problem: unknown) => {
    autosave.resume();
    fail(problem);
  };
  const pending = usePendingSubmission({ id: String(assignment.id), onDelivered, onRefused });
  const isWaiting = pending.waiting !== null;
  useEffect(() => {
    // What waits to be submitted is not saved beside it: saving could come after submitting.
    if (isWaiting) void autosave.hold();
  }, [autosave, isWaiting]);
  const takeBack = () => {
    // It may have arrived all the same; another text under the same key would then be lost.
    key.current = null;
    pending.takeBack();
    autosave.resume();
  };

  const fail = (problem: unknown) => {
    const isInvalid = isApiError(problem) && problem.fields.length > 0;
    if (isInvalid) {
      // What was refused is not what will be sent next.
      key.current = null;
      answer.showProblems(problem.fields);
    }
    if (isLost(problem)) onLost(problem);
    setError(problem);
  };

  const once = async (action: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await action();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  const trySubmit = () =>
    once(async () => {
      if (isWaiting) {
        await pending.sendNow();
        return;
      }
      const problems = kind.check(answer.work.value.answer, assignment, t);
      if (problems.length > 0) answer.showProblems(problems);
      else if (!options.asksFirst()) await send();
    });

  return {
    isBusy,
    error,
    end,
    waiting: pending.waiting,
    takeBack,
    submit: trySubmit,
    goOn: (how: End["how"]) => once(() => goOn(how)),
    setError,
  };
}
