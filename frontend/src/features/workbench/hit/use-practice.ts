import { useRef, useState } from "react";
import { isApiError } from "@/api/errors";
import type { Hit, PracticeResult } from "@/api/hits";
import type { Answer } from "@/api/types";
import { checkPractice } from "../api";
import type { PageHandle } from "./hit-page";

/** What was found right of an image, and the answer that was checked. */
export interface Practised {
  result: PracticeResult;
  mine: Answer;
}

interface Options {
  hit: Hit;
  isSkipped: (id: number) => boolean;
  handleOf: (id: number) => PageHandle | undefined;
  onError: (error: unknown) => void;
}

/** In a practice round each image is checked before the next: what was right is said at once. */
export function usePractice({ hit, isSkipped, handleOf, onError }: Options) {
  const [results, setResults] = useState<ReadonlyMap<number, Practised>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const isPractice = hit.purpose === "practice" && hit.state === "live";

  const check = async (id: number) => {
    const handle = handleOf(id);
    if (!handle || isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    onError(null);
    try {
      const mine = handle.answer().answer;
      const result = await checkPractice(id, mine);
      setResults((old) => new Map(old).set(id, { result, mine }));
    } catch (problem) {
      if (isApiError(problem) && problem.fields.length > 0) handle.showProblems(problem.fields);
      else onError(problem);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  return {
    isPractice,
    isBusy,
    /** Whether going on from this image means checking it first. */
    isWanted: (id: number) => isPractice && !results.has(id) && !isSkipped(id),
    resultOf: (id: number) => results.get(id),
    check,
  };
}
