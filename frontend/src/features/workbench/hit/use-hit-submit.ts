import { useRef, useState } from "react";
import { isApiError, type FieldProblem } from "@/api/errors";
import type { Hit } from "@/api/hits";
import { randomUuid } from "@/kinds/random";
import { isLost, submitHit } from "../api";
import type { PageHandle } from "./hit-page";

/** A page that keeps the whole from being submitted, and how many things there are to mend. */
export type Missing = { readonly index: number; readonly count: number };

type Options = {
  readonly hit: Hit;
  /** The pages that take part, by their place in the mini-batch. */
  readonly pages: () => ReadonlyArray<{ readonly index: number; readonly handle: PageHandle }>;
  readonly onDone: () => Promise<void>;
  readonly onLost: () => void;
};

/** All pages or none: what is missing is said before anything is sent, and what is refused after. */
export function useHitSubmit({ hit, pages, onDone, onLost }: Options) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [missing, setMissing] = useState<readonly Missing[]>([]);
  // The same key until the server has confirmed: a repeated submission is then the same submission.
  const key = useRef<string | null>(null);
  const isRunning = useRef(false);

  const refuse = (fields: ReadonlyMap<number, readonly FieldProblem[]>) => {
    const taking = pages();
    setMissing([...fields].map(([index, found]) => ({ index, count: found.length })));
    for (const [index, found] of fields) {
      taking.find((page) => page.index === index)?.handle.showProblems(found);
    }
  };

  const findMissing = async () => {
    const found = new Map<number, readonly FieldProblem[]>();
    await Promise.all(
      pages().map(async ({ index, handle }) => {
        const findings = (await handle.checkNow()) ?? [];
        const errors = findings.filter(({ severity }) => severity === "error");
        if (errors.length > 0) found.set(index, errors);
      }),
    );
    return new Map([...found].sort(([a], [b]) => a - b));
  };

  const send = async () => {
    const taking = pages();
    await Promise.all(taking.map(({ handle }) => handle.hold()));
    key.current ??= randomUuid();
    try {
      await submitHit(hit.id, key.current, taking.map(({ handle }) => handle.answer()));
    } catch (problem) {
      if (!isSubmittedAlready(problem)) {
        for (const { handle } of taking) handle.resume();
        fail(problem, taking.map(({ index }) => index));
        return;
      }
    }
    for (const { handle } of taking) handle.finish();
    await onDone();
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

  const submit = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      const found = await findMissing();
      if (found.size > 0) refuse(found);
      else await send();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  return { isBusy, error, setError, missing, forgetMissing: () => setMissing([]), submit };
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

function isSubmittedAlready(problem: unknown): boolean {
  return isApiError(problem) && problem.code === "already_submitted";
}
