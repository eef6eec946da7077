import { Popover } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { deferred } from "@/lib/deferred";
import { Tip } from "@/lib/tip";
import type { TermId } from "./glossary";
import classes from "./term.module.css";

const TermSentence = deferred(async () => (await import("./term-sentence")).TermSentence);
const TermMore = deferred(async () => (await import("./term-sentence")).TermMore);

interface TermProps {
  id: TermId;
  /** The word as it stands here. */
  children: ReactNode;
}

/**
 * A special word, explained by its sentence of the glossary: shown to whoever points at it or comes to it
 * by key, and kept open with a way to the glossary by a press or a tap.
 */
export function Term({ id, children }: TermProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={280}
      position="bottom-start"
      withArrow
      withinPortal
      trapFocus
      returnFocus
    >
      <Tip label={<TermSentence id={id} />} isLong isOff={isOpen}>
        <Popover.Target>
          <button type="button" className={classes.term} onClick={() => setOpen(!isOpen)}>
            {children}
          </button>
        </Popover.Target>
      </Tip>
      <Popover.Dropdown>{isOpen && <TermMore id={id} />}</Popover.Dropdown>
    </Popover>
  );
}

/** A word that may be a special one. */
export const withTerm = (words: ReactNode, id: TermId | undefined) => (id ? <Term id={id}>{words}</Term> : words);
