import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { isApiError } from "@/api/errors";
import type { Claim, DraftSaved, Finding, Hit, PracticeResult } from "@/api/hits";
import type { Answer, Assignment, Lease, SkipReason } from "@/api/types";
import { kindNamed } from "@/kinds/registry";
import type { SaveOutcome } from "@/lib/safe-work";
import { prefetchDone, takePrefetched } from "./prefetch";

/** What is saved: the answer, and why the inherited text was put aside if it was. */
export interface Work {
  answer: Answer;
  scratchReason: string | null;
  /** The parts that were looked at, of kinds that have such. */
  lookedAt?: readonly string[];
}

const path = (id: number) => `/assignments/${String(id)}`;

/** An assignment that was just claimed is here already; asking for it again would only cost time. */
const handedOver = new Map<number, Assignment>();
const handedOverHits = new Map<number, Hit>();

/** Never kept and never refreshed: what is on screen from then on is what the person makes of it. */
export const assignmentQuery = (id: number) =>
  queryOptions({
    queryKey: ["assignments", id],
    queryFn: async ({ signal }) => {
      const claimed = handedOver.get(id);
      handedOver.delete(id);
      const assignment = claimed ?? (await api.get<Assignment>(path(id), { signal }));
      // With its editor, so that the page comes whole; one that does not come is asked for again there.
      await kindNamed(assignment.stage.kind)
        .editor?.Workbench.fetch()
        .catch(() => undefined);
      return assignment;
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export async function claimNext(projectId: number, stage: string): Promise<Claim> {
  await prefetchDone();
  const claim = await api.post<Claim>(`/projects/${String(projectId)}/claim`, { stage });
  takePrefetched(claim.assignment?.id ?? null);
  if (claim.assignment) {
    handedOver.set(claim.assignment.id, claim.assignment);
    new Image().src = claim.assignment.image.urls.view;
  }
  if (claim.hit) {
    handedOverHits.set(claim.hit.id, claim.hit);
    for (const { image } of claim.hit.assignments) new Image().src = image.urls.view;
  }
  return claim;
}

/** As with single tasks: once it is open, what is on screen is what the person makes of it. */
export const hitQuery = (id: number) =>
  queryOptions({
    queryKey: ["hits", id],
    queryFn: ({ signal }) => {
      const claimed = handedOverHits.get(id);
      handedOverHits.delete(id);
      return claimed ?? api.get<Hit>(`/hits/${String(id)}`, { signal });
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export interface HitAnswer {
  assignment: number;
  answer: Answer;
  active_seconds: number;
  looked_at?: readonly string[];
}

export interface HitBody {
  key: string;
  answers: readonly HitAnswer[];
}

export const hitSubmissionId = (id: number) => `hit:${String(id)}`;

/** What is sent to submit a mini-batch, and where to. */
export function hitSubmission(id: number, body: HitBody) {
  return { id: hitSubmissionId(id), path: `/hits/${String(id)}/submit`, body };
}

export function releaseHit(id: number): Promise<void> {
  return api.post(`/hits/${String(id)}/release`);
}

/** How long one check waits for the one before, and how often it asks again. */
const LONGEST_WAIT_MS = 3_000;
const MOST_TRIES = 3;
let before: Promise<unknown> = Promise.resolve();

/**
 * What the rules say of an answer that may be unfinished. The server checks one answer of a person
 * at a time: those of one window wait for each other here, and ask again where another window was first.
 */
export async function check(id: number, answer: Answer, signal: AbortSignal): Promise<readonly Finding[]> {
  const mine = Promise.race([before, pause(LONGEST_WAIT_MS)]).then(() => ask(id, answer, signal));
  before = mine.catch(() => null);
  return mine;
}

async function ask(id: number, answer: Answer, signal: AbortSignal): Promise<readonly Finding[]> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    try {
      const { problems } = await api.post<{ problems: Finding[] }>(`${path(id)}/check`, { answer }, { signal });
      return problems;
    } catch (error) {
      const isBusy = isApiError(error) && error.status === 429 && tries < MOST_TRIES;
      if (!isBusy) throw error;
      const seconds = Number(error.details.retry_after ?? 1);
      if (seconds * 1000 > LONGEST_WAIT_MS) throw error;
      await pause(seconds * 1000);
    }
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What is known to be right of an image of a practice round; the first answer asked about counts. */
export function checkPractice(id: number, answer: Answer): Promise<PracticeResult> {
  return api.post(`${path(id)}/practice-check`, { answer });
}

export interface Submission {
  key: string;
  work: Work;
  activeSeconds: number;
}

export interface SubmissionBody {
  key: string;
  answer: Answer;
  active_seconds: number;
  scratch_reason: string | null;
  looked_at?: readonly string[];
}

/** What is known of what was looked at, in the server's words; nothing of kinds without it. */
export function looksOf({ lookedAt }: Work): { looked_at?: readonly string[] } {
  return lookedAt ? { looked_at: lookedAt } : {};
}

/** What is sent to submit a task, and where to. */
export function submission(id: number, { key, work, activeSeconds }: Submission) {
  const body: SubmissionBody = {
    key,
    answer: work.answer,
    active_seconds: activeSeconds,
    scratch_reason: work.scratchReason,
    ...looksOf(work),
  };
  return { id: String(id), path: `${path(id)}/submit`, body };
}

export async function heartbeat(id: number, activeSeconds: number): Promise<Lease> {
  const { lease } = await api.post<{ lease: Lease }>(`${path(id)}/heartbeat`, {
    active_seconds: activeSeconds,
  });
  return lease;
}

export function release(id: number): Promise<void> {
  return api.post(`${path(id)}/release`);
}

export function skip(id: number, reason: SkipReason, comment: string): Promise<void> {
  return api.post(`${path(id)}/skip`, { reason, comment });
}

/** Browsers refuse to outlive the page with more than 64 KiB; a hidden page sends more as usual. */
const MOST_KEPT_ALIVE = 60_000;

export interface DraftToSave {
  version: number;
  work: Work;
  activeSeconds: number;
  /** Told what the rules say of this answer, where the server says it with the saved draft. */
  onFindings?: (findings: readonly Finding[]) => void;
}

export async function saveDraft(id: number, draft: DraftToSave, isLeaving: boolean): Promise<SaveOutcome<Work>> {
  const body = {
    version: draft.version,
    answer: draft.work.answer,
    active_seconds: draft.activeSeconds,
    scratch_reason: draft.work.scratchReason,
    ...looksOf(draft.work),
    ...(draft.onFindings && { check: true }),
  };
  const keepalive = isLeaving && new Blob([JSON.stringify(body)]).size < MOST_KEPT_ALIVE;
  try {
    const saved = await api.put<DraftSaved>(`${path(id)}/draft`, body, { keepalive });
    if (saved.problems) draft.onFindings?.(saved.problems);
    return { kind: "saved", version: saved.version, savedAt: saved.saved_at };
  } catch (error) {
    return outcomeOf(error, draft.work);
  }
}

/** Codes that mean: this person no longer holds the task. */
const LOST = new Set([
  "lease_lost",
  "not_held",
  "not_needed",
  "time_over",
  "already_submitted",
  "withdrawn",
  "hit_expired",
  "hit_over",
]);

export function isLost(error: unknown): boolean {
  return isApiError(error) && LOST.has(error.code);
}

/** The image was taken out of the project: submitting cannot succeed any more. */
export function isWithdrawn(error: unknown): boolean {
  return isApiError(error) && error.code === "withdrawn";
}

/** Signed out, refused for a missing token, or asked too often: all of these pass. */
const PASSING = new Set([401, 403, 429]);

function outcomeOf(error: unknown, mine: Work): SaveOutcome<Work> {
  if (!isApiError(error)) return { kind: "unreachable" };
  if (error.code === "stale_draft") {
    const { version, answer, saved_at: savedAt } = error.details;
    if (typeof version === "number" && typeof answer === "object" && answer !== null) {
      // What was looked at here was: the server puts it together with what it knows.
      const work = { ...mine, answer: answer as Answer };
      return { kind: "stale", version, work, savedAt: String(savedAt ?? "") };
    }
  }
  if (isLost(error)) return { kind: "lost", isStored: error.code !== "not_held", error };
  if (error.status === 0) return { kind: "unreachable" };
  const canRetry = error.retry || error.status >= 500 || PASSING.has(error.status);
  return { kind: "refused", message: error.message, canRetry };
}
