import { api } from "@/api/client";
import type { Claim } from "@/api/hits";
import type { Assignment } from "@/api/types";

/**
 * The task after this one, fetched while this one is being worked on: the server holds it, not yet
 * begun, and its image is loaded and decoded. There is at most one, whatever is on screen.
 */
interface Prefetched {
  assignment: Assignment;
  /** Kept alive, so that the browser keeps what it decoded. */
  image: HTMLImageElement;
}

let prefetched: Prefetched | null = null;
let asking: Promise<void> | null = null;

/** Asks for it once; where there is none to be had ahead, nothing happens. */
export function prefetch(projectId: number, stage: string): Promise<void> {
  asking ??= take(projectId, stage).finally(() => (asking = null));
  return asking;
}

async function take(projectId: number, stage: string): Promise<void> {
  try {
    const claim = await api.post<Claim>(`/projects/${String(projectId)}/claim`, { stage, ahead: true });
    if (!claim.assignment?.is_ahead) return;
    const image = new Image();
    prefetched = { assignment: claim.assignment, image };
    image.src = claim.assignment.image.urls.view;
    // Not every browser decodes ahead, and a broken image is found out when it is shown.
    await Promise.resolve(image.decode?.()).catch(() => undefined);
  } catch {
    // The next task is then fetched when it is wanted, as without all this.
  }
}

/** The next task is being asked for: what is on its way ahead is waited for, so that they do not cross. */
export async function prefetchDone(): Promise<void> {
  await asking;
}

/** The next task is here; one that was held for nothing goes to others. */
export function takePrefetched(next: number | null): void {
  const unused = prefetched?.assignment.id;
  prefetched = null;
  if (unused !== undefined && unused !== next) putBack(unused);
}

/** Nobody goes on from here: what is held ahead goes to others at once. */
export async function dropPrefetched(): Promise<void> {
  await asking;
  takePrefetched(null);
}

/** The page may be gone before there is an answer; a lease of a few minutes ends by itself. */
function putBack(id: number): void {
  api.post(`/assignments/${String(id)}/release`, undefined, { keepalive: true }).catch(() => undefined);
}
