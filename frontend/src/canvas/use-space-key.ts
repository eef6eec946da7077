import { useEffect, useRef } from "react";

/** Space held down means pan. On its own it presses what has the focus, unless it was used to pan. */
export function useSpaceKey(): [isHeld: () => boolean, panned: () => void] {
  const held = useRef(false);
  const used = useRef(false);
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const isOnCanvas = event.target instanceof Element && event.target.closest("[data-canvas]");
      if (event.key !== " " || (event.target !== document.body && !isOnCanvas)) return;
      event.preventDefault();
      if (!event.repeat) used.current = false;
      held.current = true;
    };
    const up = (event: KeyboardEvent) => {
      if (event.key !== " ") return;
      if (held.current && used.current) event.stopPropagation();
      held.current = false;
    };
    // A key that is let go in another window is never heard of.
    const forget = () => {
      held.current = false;
    };
    window.addEventListener("keydown", down, true);
    window.addEventListener("keyup", up, true);
    window.addEventListener("blur", forget);
    return () => {
      window.removeEventListener("keydown", down, true);
      window.removeEventListener("keyup", up, true);
      window.removeEventListener("blur", forget);
    };
  }, []);
  return [() => held.current, () => (used.current = true)];
}
