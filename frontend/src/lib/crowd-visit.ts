import { recall, remember } from "./page-memory";

/** The entry by which somebody came from a crowd platform, for as long as the window is open. */
const KEY = "participation";
const WHY = "participation:why";

export function startVisit(participation: string): void {
  if (currentVisit() !== participation) remember(WHY, null, "tab");
  remember(KEY, participation, "tab");
}

export function currentVisit(): string | null {
  return recall(KEY, "tab");
}

/** What kept them from the work, in the server's words: the visit itself does not tell it. */
export function keepWhy(message: string): void {
  remember(WHY, message, "tab");
}

export function whyEnded(): string | null {
  return recall(WHY, "tab");
}
