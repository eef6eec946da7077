import { recall, remember } from "./page-memory";

/** The entry by which somebody came from a crowd platform, for as long as the window is open. */
const KEY = "participation";

export function startVisit(participation: string): void {
  remember(KEY, participation, "tab");
}

export function currentVisit(): string | null {
  return recall(KEY, "tab");
}
