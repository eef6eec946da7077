import { useEffect, useState, type RefObject } from "react";

export interface MoreBeside {
  before: boolean;
  after: boolean;
}

/** Whether a row that scrolls sideways has more before its start or after its end. */
export function useMoreBeside(row: RefObject<HTMLElement | null>): MoreBeside {
  const [more, setMore] = useState<MoreBeside>({ before: false, after: false });
  useEffect(() => {
    const node = row.current;
    if (!node) return;
    const look = () => {
      const next = moreBeside(node);
      setMore((old) => (old.before === next.before && old.after === next.after ? old : next));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(node);
    // What is in it may grow while its frame stays.
    for (const child of node.children) watch.observe(child);
    node.addEventListener("scroll", look, { passive: true });
    return () => {
      watch.disconnect();
      node.removeEventListener("scroll", look);
    };
  }, [row]);
  return more;
}

type Scrolled = Pick<HTMLElement, "scrollLeft" | "scrollWidth" | "clientWidth">;

/** In pixels: the padding of a cell. A last column that is wholly there is not shaded for its end. */
const NOTHING_MORE = 12;

/** From right to left the way that was scrolled is counted below zero. */
export function moreBeside({ scrollLeft, scrollWidth, clientWidth }: Scrolled): MoreBeside {
  const gone = Math.abs(scrollLeft);
  return { before: gone > NOTHING_MORE, after: scrollWidth - clientWidth - gone > NOTHING_MORE };
}
