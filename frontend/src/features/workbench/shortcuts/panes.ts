const PANES = "header, [role=alert], nav, [data-canvas], main section[aria-label], main form, aside[aria-label]";
const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex='0']";

/** Moves the focus to the next part of the page: header, image, text, guidelines, and round again. */
export function goToPane(by: 1 | -1, root: ParentNode = document): void {
  const panes = panesOf(root);
  if (panes.length === 0) return;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const start = at < 0 && by < 0 ? 0 : at;
  for (let step = 1; step <= panes.length; step += 1) {
    const pane = panes[(start + by * step + panes.length * 2) % panes.length];
    const target = pane && entryOf(pane);
    if (target && target !== document.activeElement) {
      target.focus();
      return;
    }
  }
}

/** The outermost parts that are on screen: a list within the panel is no part of its own. */
function panesOf(root: ParentNode): HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>(PANES)].filter(
    (pane) => pane.closest("[hidden], [inert]") === null,
  );
  return all.filter((pane) => !all.some((other) => other !== pane && other.contains(pane)));
}

/** Where one begins in a part: the field one writes in, else the first thing that can have the focus. */
function entryOf(pane: HTMLElement): HTMLElement | null {
  if (pane.matches(FOCUSABLE)) return pane;
  return (
    pane.querySelector<HTMLElement>(
      "textarea:not(:disabled):not([readonly]), input[type=text]:not(:disabled):not([readonly])",
    ) ?? pane.querySelector<HTMLElement>(FOCUSABLE)
  );
}
