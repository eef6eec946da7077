import { useEffect, useState } from "react";
import type { Assignment } from "@/api/types";
import { ActiveTime } from "./active-time";

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "pointermove", "wheel", "touchmove"] as const;

export function useActiveTime(assignment: Assignment): ActiveTime {
  const [time] = useState(
    () =>
      new ActiveTime({
        idleSeconds: assignment.idle_seconds,
        startSeconds: assignment.active_seconds,
        isVisible: document.visibilityState !== "hidden",
      }),
  );
  useEffect(() => {
    const onActivity = () => time.activity();
    const onVisibility = () => time.setVisible(document.visibilityState !== "hidden");
    // Opening the task is the first sign of life.
    time.activity();
    for (const name of SIGNS_OF_LIFE) window.addEventListener(name, onActivity, OPTIONS);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      for (const name of SIGNS_OF_LIFE) window.removeEventListener(name, onActivity, OPTIONS);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [time]);
  return time;
}

const OPTIONS = { capture: true, passive: true } as const;
