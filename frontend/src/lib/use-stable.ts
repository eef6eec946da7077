import { useCallback, useEffect, useRef } from "react";

/**
 * The same function for ever, which does what the newest one does: what it is given to need not be
 * drawn anew with whoever gives it. For events only; it must not be called while something is drawn.
 */
export function useStable<Given extends unknown[], Result>(
  newest: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  return useCallback((...given) => latest.current(...given), []);
}
