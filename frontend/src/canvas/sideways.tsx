import { Group } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useRef, type ReactNode } from "react";
import { useMoreBeside } from "@/lib/use-more-beside";
import classes from "./canvas-toolbar.module.css";
import { useOneTabStop } from "./use-one-tab-stop";

interface SidewaysProps {
  label: string;
  children: ReactNode;
}

/** A bar of tools that scrolls sideways where it is too long, and shows that there is more of it. */
export function Sideways({ label, children }: SidewaysProps) {
  const bar = useRef<HTMLDivElement>(null);
  const more = useMoreBeside(bar);
  useOneTabStop(bar);
  const goOn = () => {
    const node = bar.current;
    if (!node) return;
    const way = getComputedStyle(node).direction === "rtl" ? -1 : 1;
    node.scrollBy({ left: way * node.clientWidth * 0.7 });
  };
  return (
    <div className={classes.frame} data-before={more.before || undefined} data-after={more.after || undefined}>
      <Group ref={bar} className={classes.bar} gap={2} wrap="nowrap" role="toolbar" aria-label={label}>
        {children}
      </Group>
      {/* For the finger; with the keyboard the bar follows the focus. */}
      {more.after && (
        <button type="button" className={classes.goOn} tabIndex={-1} aria-hidden onClick={goOn}>
          <IconChevronRight size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
