import { useEffect } from "react";
import type { ViewportControls } from "./use-viewport";
import { wheelFactor } from "./viewport";

/**
 * React listens to the wheel passively, so the page would scroll along. A browser keeps account of
 * every element within one that listens so; `element` may not hold hundreds.
 */
export function useWheel(element: HTMLElement | null, { zoomBy, panBy }: ViewportControls): void {
  useEffect(() => {
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        panBy(-(event.deltaX || event.deltaY), 0);
        return;
      }
      const bounds = element.getBoundingClientRect();
      const at = { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
      zoomBy(wheelFactor(event.deltaY, event.deltaMode, event.ctrlKey), at);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [element, zoomBy, panBy]);
}
