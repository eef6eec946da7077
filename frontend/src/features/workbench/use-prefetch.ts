import { useEffect } from "react";
import type { Assignment } from "@/api/types";
import { dropPrefetched, prefetch } from "./prefetch";

/** Somebody who looks at a task for so long will do it. */
const OPEN_MS = 10_000;
/** Somebody who changed something will do it, and need not share the line with the first save. */
const CHANGED_MS = 3_000;

interface Options {
  assignment: Assignment;
  /** Something was changed in it, now or before. */
  isBegun: boolean;
  /** It is held, and can be submitted. */
  isRunning: boolean;
}

/** Fetches the next task while this one is being worked on, and puts it back when one leaves. */
export function usePrefetch({ assignment, isBegun, isRunning }: Options): void {
  const projectId = assignment.project.id;
  const stage = assignment.stage.key;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => void prefetch(projectId, stage), isBegun ? CHANGED_MS : OPEN_MS);
    return () => clearTimeout(timer);
  }, [projectId, stage, isBegun, isRunning]);
  useEffect(() => {
    const leave = () => void dropPrefetched();
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      // After going on there is nothing left to drop.
      void dropPrefetched();
    };
  }, []);
}
