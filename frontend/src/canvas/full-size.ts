import { lookAsText } from "./look";
import type { ViewportControls } from "./use-viewport";

/** The page that has nothing but the image, opened as it is seen here: as bright, and turned as far. */
export function fullSizeAddress({ source, turn, look }: ViewportControls): string {
  const query = new URLSearchParams();
  const shown = lookAsText(look.look);
  if (shown) query.set("look", shown);
  if (turn !== 0) query.set("turn", String(turn));
  const text = query.toString();
  return `/images/${String(source.id)}${text && `?${text}`}`;
}

export function openFullSize(viewport: ViewportControls): void {
  window.open(fullSizeAddress(viewport), "_blank", "noopener");
}
