import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Box } from "./geometry";
import { openFullSize } from "./full-size";
import type { Command } from "./keys";
import { lookCommands } from "./look-commands";
import type { ViewportControls } from "./use-viewport";

export const ZOOM_STEP = 1.25;
const HOLD_MS = 350;

export interface BoxCommands {
  target: () => Box | undefined;
  step: (by: 1 | -1) => void;
  pressHide: (event: KeyboardEvent) => void;
  clear: () => void;
}

/** The keys every canvas has: look closer, turn it, and where there are boxes go on to the next. */
export function viewCommands(options: {
  viewport: ViewportControls;
  boxes?: BoxCommands;
  /** The digits mean something else here. */
  hasOwnDigits?: boolean;
  /** This is the page that shows the full size. */
  isFullSize?: boolean;
}): Command[] {
  const { viewport, boxes, hasOwnDigits = false, isFullSize = false } = options;
  return [
    ...(boxes ? boxCommands(viewport, boxes) : []),
    { id: "zoom_in", keys: ["+", "="], scope: "page", run: () => viewport.zoomBy(ZOOM_STEP) },
    { id: "zoom_out", keys: ["-"], scope: "page", run: () => viewport.zoomBy(1 / ZOOM_STEP) },
    { id: "fit", keys: ["0"], scope: "page", run: () => viewport.fit() },
    {
      id: "actual_size",
      keys: ["1"],
      scope: "page",
      isEnabled: () => !hasOwnDigits,
      isUnlisted: hasOwnDigits,
      run: () => viewport.actualSize(),
    },
    { id: "turn_right", keys: ["t"], scope: "page", run: () => viewport.turnBy(1) },
    { id: "turn_left", keys: ["shift+t"], scope: "page", run: () => viewport.turnBy(-1) },
    { id: "lens", keys: ["l"], scope: "page", run: () => viewport.lens.toggle() },
    ...lookCommands(viewport.look),
    ...(isFullSize ? [] : [fullSizeCommand(viewport)]),
  ];
}

function boxCommands(viewport: ViewportControls, boxes: BoxCommands): Command[] {
  const zoomToTarget = () => {
    const box = boxes.target();
    if (box) viewport.zoomTo(box);
  };
  return [
    { id: "hide", keys: ["h"], scope: "page", run: boxes.pressHide },
    { id: "next", keys: ["]"], scope: "page", run: () => boxes.step(1) },
    { id: "previous", keys: ["["], scope: "page", run: () => boxes.step(-1) },
    { id: "zoom_object", keys: ["z"], scope: "page", run: zoomToTarget },
    { id: "clear", keys: ["Escape"], scope: "page", run: boxes.clear },
  ];
}

function fullSizeCommand(viewport: ViewportControls): Command {
  return { id: "full_size", keys: ["f"], scope: "page", run: () => openFullSize(viewport) };
}

export interface Hiding {
  isHidden: boolean;
  toggle: () => void;
  /** For the key: a short press toggles, a long one hides only while it lasts. */
  press: (event: KeyboardEvent) => void;
}

export function useHiding(): Hiding {
  const [isHidden, setHidden] = useState(false);
  const pressed = useRef<Pick<KeyboardEvent, "timeStamp" | "code"> | null>(null);
  const toggle = useCallback(() => setHidden((was) => !was), []);
  const press = useCallback((event: KeyboardEvent) => {
    if (event.repeat) return;
    pressed.current = { timeStamp: event.timeStamp, code: event.code };
    setHidden((was) => !was);
  }, []);
  useEffect(() => {
    const onKeyUp = (event: KeyboardEvent) => {
      // Whichever key it is: people choose their own.
      if (pressed.current === null || event.code !== pressed.current.code) return;
      const wasHeld = event.timeStamp - pressed.current.timeStamp > HOLD_MS;
      pressed.current = null;
      if (wasHeld) setHidden((was) => !was);
    };
    window.addEventListener("keyup", onKeyUp);
    return () => window.removeEventListener("keyup", onKeyUp);
  }, []);
  return useMemo(() => ({ isHidden, toggle, press }), [isHidden, toggle, press]);
}
