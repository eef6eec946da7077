import { useEffect, useRef, useState } from "react";
import { isApiError, type FieldProblem } from "@/api/errors";
import type { Hit } from "@/api/hits";
import { randomUuid } from "@/kinds/random";
import { usePendingSubmission, type CopyAbout, type PendingSubmission } from "@/lib/safe-work";
import { hitSubmission, hitSubmissionId, isLost, type HitBody } from "../api";
import type { PageHandle } from "./hit-page";

/** A page that keeps the whole from being submitted, and how many things there are to fix. */
export interface Missing {
  index: number;
  count: number;
}

interface Options {
  hit: Hit;
  about: CopyAbout;
  /** The pages that take part, by their place in the mini-batch. */
  pages: () => ReadonlyArray<{ index: number; handle: PageHandle }>;
  onDone: () => Promise<void>;
  onLost: () => void;
  /** A page of which there are two versions: only its author can choose, and that comes first. */
  onTwoVersions: (index: number) => void;
  /** Something has to be asked before all is sent; true where that is on screen now. */
  asksFirst: () => boolean;
}

/**
 * All pages or none: what is missing is said before anything is sent, and what is refused after.
 * While the server is away the whole waits on this device, as single tasks do.
 */
export function useHitSubmit({ hit, about, pages, onDone, onLost, onTwoVersions, asksFirst }: Options) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [missing, setMissing] = useState<readonly Missing[]>([]);
  // The same key until the server has confirmed: a repeated submission is then the same submission.
  const key = useRef<string | null>(null);
  const isRunning = useRef(false);

  const refuse = (fields: ReadonlyMap<number, readonly FieldProblem[]>) => {
    const taking = pages();
    setMissing([...fields].map(([index, wrong]) => ({ index, count: wrong.length })));
    for (const [index, wrong] of fields) {
      taking.find((page) => page.index === index)?.handle.showProblems(wrong);
    }
  };

  const findMissing = async () => {
    const problems = new Map<number, readonly FieldProblem[]>();
    await Promise.all(
      pages().map(async ({ index, handle }) => {
        const errors = await handle.checkNow();
        if (errors.length > 0) problems.set(index, errors);
      }),
    );
    return new Map([...problems].sort(([a], [b]) => a - b));
  };

  const send = async () => {
    const taking = pages();
    await Promise.all(taking.map(({ handle }) => handle.hold()));
    key.current ??= randomUuid();
    await pending.post({
      ...hitSubmission(hit.id, { key: key.current, answers: taking.map(({ handle }) => handle.answer()) }),
      at: new Date().toISOString(),
      about,
    });
  };
  const resume = () => {
    for (const { handle } of pages()) handle.resume();
  };
  const onDelivered = async () => {
    for (const { handle } of pages()) handle.finish();
    await onDone();
  };
  const onRefused = (problem: unknown, { body }: PendingSubmission) => {
    resume();
    const sent = (body as HitBody).answers.map(({ assignment }) => assignment);
    fail(
      problem,
      sent.map((id) => hit.assignments.findIndex((assignment) => assignment.id === id)),
    );
  };
  const pending = usePendingSubmission({ id: hitSubmissionId(hit.id), onDelivered, onRefused });
  const isWaiting = pending.waiting !== null;
  const latestPages = useRef(pages);
  useEffect(() => {
    latestPages.current = pages;
  });
  useEffect(() => {
    // What waits to be submitted is not saved beside it: saving could come after submitting.
    if (isWaiting) for (const { handle } of latestPages.current()) void handle.hold();
  }, [isWaiting]);
  const takeBack = () => {
    // It may have arrived all the same; other texts under the same key would then be lost.
    key.current = null;
    pending.takeBack();
    resume();
  };

  const fail = (problem: unknown, order: readonly number[]) => {
    if (isApiError(problem) && problem.fields.length > 0) {
      // What was refused is not what will be sent next.
      key.current = null;
      const byPage = fieldsByPage(problem.fields, order);
      if (byPage.size > 0) {
        refuse(byPage);
        return;
      }
    }
    setError(problem);
    if (isLost(problem)) onLost();
  };

  const attempt = async () => {
    if (isWaiting) {
      await pending.sendNow();
      return;
    }
    const open = pages().find(({ handle }) => handle.hasTwoVersions());
    if (open) {
      onTwoVersions(open.index);
      return;
    }
    const problems = await findMissing();
    if (problems.size > 0) refuse(problems);
    else if (!asksFirst()) await send();
  };
  const submit = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await attempt();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  return {
    isBusy,
    error,
    setError,
    missing,
    forgetMissing: () => setMissing([]),
    waiting: pending.waiting,
    takeBack,
    submit,
  };
}

/** `answers[2].text` is the field `text` of the third answer sent. */
export function fieldsByPage(
  fields: readonly FieldProblem[],
  order: readonly number[],
): ReadonlyMap<number, readonly FieldProblem[]> {
  const byPage = new Map<number, FieldProblem[]>();
  for (const field of fields) {
    const match = /^answers\[(\d+)\]\.?(.*)$/.exec(field.path);
    const index = match ? order[Number(match[1])] : undefined;
    if (index === undefined) continue;
    byPage.set(index, [...(byPage.get(index) ?? []), { ...field, path: match?.[2] ?? "" }]);
  }
  return new Map([...byPage].sort(([a], [b]) => a - b));
}
