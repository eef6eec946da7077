import type { Assignment } from "@/api/types";
import { recall, remember } from "@/lib/page-memory";

/** What is known of one page of a mini-batch. */
export type PageState = "unopened" | "empty" | "draft" | "problems" | "done" | "skipped";

export interface PageFacts {
  isSkipped: boolean;
  wasOpened: boolean;
  /** There is more in it than what it began with. */
  isTouched: boolean;
  isEmpty: boolean;
  /** It kept the whole from being submitted, and nothing has been done about that. */
  isRefused: boolean;
  /** What the rules say of it as it is now; null while that is not known. */
  errors: number | null;
}

export function pageState({ isSkipped, wasOpened, isTouched, isEmpty, isRefused, errors }: PageFacts): PageState {
  if (isSkipped) return "skipped";
  if (isRefused) return "problems";
  if (isEmpty) return wasOpened ? "empty" : "unopened";
  if (errors !== null && errors > 0) return isTouched ? "problems" : "empty";
  if (errors === 0 && (wasOpened || isTouched)) return "done";
  if (isTouched) return "draft";
  return wasOpened ? "empty" : "unopened";
}

const placeOf = (hitId: number) => `hit-page:${String(hitId)}`;

export function rememberPage(hitId: number, index: number | null): void {
  remember(placeOf(hitId), index === null ? null : String(index));
}

/** Where one was when the page was closed; else the first page without a draft. */
export function firstPage(hitId: number, assignments: readonly Assignment[]): number {
  const remembered = Number(recall(placeOf(hitId)) ?? NaN);
  if (Number.isInteger(remembered) && remembered >= 0 && remembered < assignments.length) return remembered;
  const open = assignments.findIndex(({ draft, state }) => draft === null && state === "live");
  return Math.max(open, 0);
}
