import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { recall, remember } from "./page-memory";
import { sessionQuery } from "./queries/session";

/** So many tasks of a kind somebody is new to it. */
export const FIRST_TASKS = 3;

/** Under which this device remembers what it explains of a kind of task to this account. */
export function useWhatToDoPlace(kind: string, what = ""): string {
  const user = useQueryClient().getQueryData(sessionQuery.queryKey)?.user;
  return ["what-to-do", what, kind, user?.id ?? ""].join(" ");
}

/** True for the first tasks of a kind that this account opens on this device, also when they are opened again. */
export function useIsAmongFirst(kind: string, task: number): boolean {
  const place = useWhatToDoPlace(kind, "first");
  return useMemo(() => isAmongFirst(place, task), [place, task]);
}

function isAmongFirst(place: string, task: number): boolean {
  const known = recall(place)?.split(",") ?? [];
  if (known.includes(String(task))) return true;
  if (known.length >= FIRST_TASKS) return false;
  remember(place, [...known, String(task)].join(","));
  return true;
}
