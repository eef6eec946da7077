import { useCallback, useEffect, useRef, useState } from "react";
import type { Finding } from "@/api/hits";
import type { Answer, Assignment } from "@/api/types";
import type { KindEditor, PlacedFinding } from "@/kinds/kind";
import { toUnits } from "@/lib/code-points";
import { messageOf } from "@/lib/server-messages";
import { useSelected, type ValueStore } from "@/lib/value-store";
import { check, type Work } from "./api";

/** Long enough not to ask at every letter, short enough to be there when one looks up. */
const PAUSE_MS = 400;

export interface LiveCheck {
  findings: readonly PlacedFinding[];
  /** What was found last, and in which answer. */
  result: Result | null;
  /** Asks at once; null when the server cannot be asked. */
  now: () => Promise<readonly Finding[] | null>;
}

interface Options {
  assignment: Assignment;
  kind: KindEditor;
  work: ValueStore<Work>;
  isRunning: boolean;
  /** What the rules say of an answer that is saved with the question; null where it is not. */
  checkWithDraft: (answer: Answer) => Promise<readonly Finding[] | null>;
}

interface Result {
  of: Answer;
  findings: readonly PlacedFinding[];
  errors: number;
}

/**
 * The server's rules while one writes: there is one implementation of them, and it is not here.
 * The question goes with the draft where there is one to save, else by itself.
 * A newer question breaks off an older one, and nothing is said when the server cannot be reached:
 * saving says so already.
 */
export function useLiveCheck({ assignment, kind, work, isRunning, checkWithDraft }: Options): LiveCheck {
  const [result, setResult] = useState<Result | null>(null);
  const running = useRef<AbortController | null>(null);

  const now = useCallback(async () => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const asked = work.value.answer;
    try {
      const findings = (await checkWithDraft(asked)) ?? (await check(assignment.id, asked, abort.signal));
      if (abort.signal.aborted) return null;
      const errors = findings.filter(({ severity }) => severity === "error").length;
      setResult({ of: asked, findings: placed(kind, asked, findings), errors });
      return findings;
    } catch {
      return null;
    }
  }, [assignment.id, kind, work, checkWithDraft]);

  useEffect(() => {
    if (!isRunning) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let planned: Answer | null = null;
    const plan = () => {
      const { answer } = work.value;
      if (answer === planned) return;
      planned = answer;
      clearTimeout(timer);
      // Nobody needs to be told what is missing from a page they have not begun.
      if (result === null && kind.isEmpty(answer)) return;
      if (result?.of !== answer) timer = setTimeout(() => void now(), PAUSE_MS);
    };
    plan();
    const stop = work.subscribe(plan);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [work, isRunning, kind, now, result]);
  useEffect(() => () => running.current?.abort(), []);

  const isEmpty = useSelected(work, ({ answer }) => kind.isEmpty(answer));
  return {
    // What was found stays until something newer is known: remarks that flicker cannot be read.
    findings: result && !isEmpty ? result.findings : NONE,
    result,
    now,
  };
}

const NONE: readonly PlacedFinding[] = [];

/** How many errors the answer has; null while nothing is known of it as it is now. */
export function useErrors({ result }: LiveCheck, work: ValueStore<Work>): number | null {
  return useSelected(work, ({ answer }) => (result?.of === answer ? result.errors : null));
}

function placed(kind: KindEditor, answer: Answer, findings: readonly Finding[]): readonly PlacedFinding[] {
  if (findings.length === 0) return NONE;
  return findings.map((finding) => {
    const { code, path, severity, span, params, fix } = finding;
    const key = kind.keyOf(answer, path);
    const value = kind.valueAt(answer, key);
    const text = typeof value === "string" ? value : null;
    const inUnits = (points: readonly [number, number]) =>
      text === null ? null : ([toUnits(text, points[0]), toUnits(text, points[1])] as const);
    const place = fix ? inUnits(fix.span) : null;
    return {
      key,
      code,
      message: messageOf(finding),
      severity,
      span: span && inUnits(span),
      params,
      fix: fix && place && { span: place, text: fix.text },
      text,
    };
  });
}
