import { useEffect, useState } from "react";
import type { Assignment } from "@/api/types";
import { ActiveTime } from "./active-time";

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "pointermove", "wheel", "touchmove"] as const;

/** Counts while the task is on screen; of several in one window only the current one counts. */
export function useActiveTime(assignment: Assignment, isCurrent: boolean): ActiveTime {
  const [time] = useState(
    () =>
      new ActiveTime({
        idleSeconds: assignment.idle_seconds,
        startSeconds: assignment.active_seconds,
        isVisible: isCurrent && document.visibilityState !== "hidden",
      }),
  );
  useEffect(() => {
    const onActivity = () => time.activity();
    const onVisibility = () => time.setVisible(isCurrent && document.visibilityState !== "hidden");
    onVisibility();
    // Opening the task is the first sign of life.
    if (isCurrent) time.activity();
    for (const name of SIGNS_OF_LIFE) window.addEventListener(name, onActivity, OPTIONS);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      for (const name of SIGNS_OF_LIFE) window.removeEventListener(name, onActivity, OPTIONS);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [time, isCurrent]);
  return time;
}

const OPTIONS = { capture: true, passive: true } as const;
