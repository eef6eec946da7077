/**
 * Submissions on their way. Each is written down on this device before it is sent and crossed out
 * when the server has confirmed it: a cut, a crash or a reload in between only delays it. The key in
 * its body makes sending it twice the same as sending it once.
 */
import { api } from "@/api/client";
import { isApiError } from "@/api/errors";
import { attempt } from "../attempt";
import { forgetHistory } from "./histories";
import { localCopies, type CopyAbout } from "./local-copies";

export interface PendingSubmission {
  /** `7` for a task, `hit:5` for a mini-batch. */
  id: string;
  path: string;
  /** A mini-batch carries the answers of its tasks. */
  body: { key: string; answers?: ReadonlyArray<{ assignment: number }> };
  at: string;
  about: CopyAbout;
}

const PREFIX = "annotate:outbox:";

export function readPending(id: string): PendingSubmission | null {
  return attempt(() => parse(localStorage.getItem(PREFIX + id)), null);
}

/** False where this browser keeps nothing; then the page itself has to stay open. */
export function writePending(submission: PendingSubmission): boolean {
  return attempt(() => {
    localStorage.setItem(PREFIX + submission.id, JSON.stringify(submission));
    return true;
  }, false);
}

export function removePending(id: string): void {
  attempt(() => localStorage.removeItem(PREFIX + id), undefined);
}

/** What waits on this device for one person, the oldest first. */
export function pendingOf(user: number): readonly PendingSubmission[] {
  const names = attempt(() => Object.keys(localStorage), []);
  return names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => readPending(name.slice(PREFIX.length)))
    .filter((submission) => submission?.about.user === user)
    .filter((submission) => submission !== null)
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** The tasks that are handed in with it: what was typed of them goes when it goes. */
export function tasksOf({ id, body }: PendingSubmission): readonly string[] {
  return [id, ...(body.answers ?? []).map(({ assignment }) => String(assignment))];
}

export function isHit(id: string): boolean {
  return id.startsWith("hit:");
}

/** Not reached, overloaded or out of order: worth another try without asking anybody. */
export function isTemporary(problem: unknown): boolean {
  return isApiError(problem) && (problem.status === 0 || problem.status >= 500 || problem.status === 429);
}

export function isSubmittedAlready(problem: unknown): boolean {
  return isApiError(problem) && problem.code === "already_submitted";
}

export interface DeliveryReport {
  /** How much of it the server has now. */
  delivered: number;
  /** What it objected to. */
  refused: readonly string[];
}

/**
 * Sends what waits, one after the other. What the server objects to stays: only its author can
 * settle that, where it was written.
 */
export async function deliver(pending: readonly PendingSubmission[]): Promise<DeliveryReport> {
  let delivered = 0;
  const refused: string[] = [];
  for (const submission of pending) {
    try {
      await api.post(submission.path, submission.body);
    } catch (problem) {
      if (isTemporary(problem)) return { delivered, refused };
      if (!isSubmittedAlready(problem)) {
        refused.push(submission.id);
        continue;
      }
    }
    removePending(submission.id);
    // What was typed went with it.
    for (const task of tasksOf(submission)) {
      localCopies().remove(task);
      forgetHistory(task);
    }
    delivered += 1;
  }
  return { delivered, refused };
}

function parse(text: string | null): PendingSubmission | null {
  if (text === null) return null;
  const submission = JSON.parse(text) as Partial<PendingSubmission> | null;
  const isWhole =
    typeof submission?.id === "string" &&
    typeof submission.path === "string" &&
    typeof submission.body?.key === "string";
  return isWhole && submission.about ? (submission as PendingSubmission) : null;
}
