import { useCallback, useEffect, useRef } from "react";

/**
 * The same function for ever, which does what the newest one does: what it is args to need not be
 * drawn anew with whoever gives it. For events only; it must not be called while something is drawn.
 */
export function useStable<Args extends unknown[], Result>(
  newest: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  return useCallback((...args) => latest.current(...args), []);
}
