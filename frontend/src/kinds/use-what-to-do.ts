import { useState } from "react";
import { useIsAmongFirst, useWhatToDoPlace } from "@/lib/first-tasks";
import { recall, remember } from "@/lib/page-memory";

/**
 * Whether what is asked is said at length: at the first tasks of a kind, and later as whoever opened or
 * closed it wants it.
 */
export function useWhatToDo(kind: string, task: number): { isOpen: boolean; toggle: () => void } {
  const place = useWhatToDoPlace(kind);
  const isFirst = useIsAmongFirst(kind, task);
  const [wanted, setWanted] = useState(() => recall(place));
  const isOpen = wanted === null ? isFirst : wanted === "open";
  const toggle = () => {
    const next = isOpen ? "closed" : "open";
    setWanted(next);
    remember(place, next);
  };
  return { isOpen, toggle };
}
