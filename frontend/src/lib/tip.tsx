import { useEffect, useId, useRef, useState, type FocusEvent, type PointerEvent, type ReactNode } from "react";
import { deferred } from "./deferred";
import classes from "./tip.module.css";

const TipBubble = deferred(async () => (await import("./tip-bubble")).TipBubble);
const DELAY_MS = 350;

interface TipProps {
  label: ReactNode;
  children: ReactNode;
  /** Set for whole sentences. */
  isLong?: boolean;
  isOff?: boolean;
}

/**
 * A word about what one points at or has come to by key. A page may have dozens of these; until the
 * first of them is wanted, they cost neither script nor drawing.
 */
export function Tip({ label, children, isLong = false, isOff = false }: TipProps) {
  const id = useId();
  const [target, setTarget] = useState<Element | null>(null);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useDescribed(target, isOpen && !isOff ? id : null);
  const open = (wrap: Element, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setTarget(wrap.firstElementChild);
      setOpen(true);
    }, delay);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const onPointerEnter = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== "touch") open(event.currentTarget, DELAY_MS);
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (event.target.matches(":focus-visible")) open(event.currentTarget, 0);
  };
  return (
    <span
      role="none"
      className={classes.wrap}
      onPointerEnter={onPointerEnter}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={onFocus}
      onBlur={close}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      {children}
      {target && !isOff && <TipBubble id={id} target={target} label={label} isLong={isLong} isOpen={isOpen} />}
    </span>
  );
}

/** A name that stands on the element already is not lost: what describes it comes after it. */
function useDescribed(target: Element | null, id: string | null): void {
  useEffect(() => {
    if (!target || id === null || target.hasAttribute("aria-describedby")) return;
    target.setAttribute("aria-describedby", id);
    return () => target.removeAttribute("aria-describedby");
  }, [target, id]);
}
