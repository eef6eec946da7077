import { api } from "@/api/client";
import { isApiError } from "@/api/errors";
import { localCopies } from "@/lib/autosave-local";
import { removePosting, tasksOf, type Posting } from "@/lib/outbox";

export function isHit(id: string): boolean {
  return id.startsWith("hit:");
}

/** Not reached, overloaded or out of order: worth another try without asking anybody. */
export function isPassing(problem: unknown): boolean {
  return isApiError(problem) && (problem.status === 0 || problem.status >= 500 || problem.status === 429);
}

export function isSubmittedAlready(problem: unknown): boolean {
  return isApiError(problem) && problem.code === "already_submitted";
}

export interface Delivery {
  /** How much of it the server has now. */
  arrived: number;
  /** What it objected to. */
  refused: readonly string[];
}

/**
 * Sends what waits, one after the other. What the server objects to stays: only its author can
 * settle that, where it was written.
 */
export async function deliver(postings: readonly Posting[]): Promise<Delivery> {
  let arrived = 0;
  const refused: string[] = [];
  for (const posting of postings) {
    try {
      await api.post(posting.path, posting.body);
    } catch (problem) {
      if (isPassing(problem)) return { arrived, refused };
      if (!isSubmittedAlready(problem)) {
        refused.push(posting.id);
        continue;
      }
    }
    removePosting(posting.id);
    // What was typed went with it.
    for (const task of tasksOf(posting)) localCopies().remove(task);
    arrived += 1;
  }
  return { arrived, refused };
}
