import { useEffect, type RefObject } from "react";

/**
 * Makes a bar of tools one stop of Tab: arrow keys, Home and End go among them, and Tab comes back to the one
 * it left. Tools that are drawn later are found as well, and whoever draws them need not know.
 */
export function useOneTabStop(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = bar.current;
    if (!node) return;
    let stop: HTMLElement | undefined;
    const settle = () => {
      const tools = toolsIn(node);
      if (!stop || !tools.includes(stop)) stop = tools[0];
      for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1;
    };
    const onFocus = (event: FocusEvent) => {
      stop = toolsIn(node).find((tool) => tool === event.target) ?? stop;
      settle();
    };
    const onKey = (event: KeyboardEvent) => {
      const next = toolAfter(event, toolsIn(node));
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    settle();
    const later = new MutationObserver(settle);
    later.observe(node, { childList: true, subtree: true });
    node.addEventListener("focusin", onFocus);
    node.addEventListener("keydown", onKey);
    return () => {
      later.disconnect();
      node.removeEventListener("focusin", onFocus);
      node.removeEventListener("keydown", onKey);
    };
  }, [bar]);
}

function toolsIn(node: HTMLElement): HTMLElement[] {
  return [...node.querySelectorAll<HTMLElement>("button, a[href]")];
}

function toolAfter(event: KeyboardEvent, tools: readonly HTMLElement[]): HTMLElement | undefined {
  const at = tools.findIndex((tool) => tool === event.target);
  if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined;
  if (event.key === "Home") return tools[0];
  if (event.key === "End") return tools.at(-1);
  const isMirrored = event.target instanceof Element && getComputedStyle(event.target).direction === "rtl";
  const by = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1 }[event.key];
  return by === undefined ? undefined : tools[(at + by + tools.length) % tools.length];
}
