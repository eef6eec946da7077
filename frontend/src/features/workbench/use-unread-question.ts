import { useRef, useState } from "react";
import type { Unread } from "./unread-dialog";

const NONE: Unread = { unread: 0, of: 0 };

/** Whether to look first at what nobody has looked at: asked once, and then it is for the person to say. */
export function useUnreadQuestion<T extends Unread>() {
  const wasAsked = useRef(false);
  const [counts, setCounts] = useState<T | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** True where the question is on screen now, and nothing is to be sent yet. */
  const asks = (found: T): boolean => {
    if (wasAsked.current || found.unread === 0) return false;
    wasAsked.current = true;
    setCounts(found);
    setOpen(true);
    return true;
  };
  return { found: counts, counts: counts ?? NONE, isOpen, asks, close: () => setOpen(false) };
}
