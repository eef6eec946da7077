/**
 * Submissions on their way. Each is written down on this device before it is sent and crossed out
 * when the server has confirmed it: a cut, a crash or a reload in between only delays it. The key in
 * its body makes sending it twice the same as sending it once.
 */
import { attempt } from "./attempt";
import type { CopyAbout } from "./autosave-local";

export interface Posting {
  /** `7` for a task, `hit:5` for a mini-batch. */
  id: string;
  path: string;
  /** A mini-batch carries the answers of its tasks. */
  body: { key: string; answers?: ReadonlyArray<{ assignment: number }> };
  at: string;
  about: CopyAbout;
}

const PREFIX = "annotate:outbox:";

export function readPosting(id: string): Posting | null {
  return attempt(() => parse(localStorage.getItem(PREFIX + id)), null);
}

/** False where this browser keeps nothing; then the page itself has to stay open. */
export function writePosting(posting: Posting): boolean {
  return attempt(() => {
    localStorage.setItem(PREFIX + posting.id, JSON.stringify(posting));
    return true;
  }, false);
}

export function removePosting(id: string): void {
  attempt(() => localStorage.removeItem(PREFIX + id), undefined);
}

/** What waits on this device for one person, the oldest first. */
export function postingsOf(user: number): readonly Posting[] {
  const names = attempt(() => Object.keys(localStorage), []);
  return names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => readPosting(name.slice(PREFIX.length)))
    .filter((posting) => posting?.about.user === user)
    .filter((posting) => posting !== null)
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** The tasks that are handed in with it: what was typed of them goes when it goes. */
export function tasksOf({ id, body }: Posting): readonly string[] {
  return [id, ...(body.answers ?? []).map(({ assignment }) => String(assignment))];
}

function parse(text: string | null): Posting | null {
  if (text === null) return null;
  const posting = JSON.parse(text) as Partial<Posting> | null;
  const isWhole =
    typeof posting?.id === "string" && typeof posting.path === "string" && typeof posting.body?.key === "string";
  return isWhole && posting.about ? (posting as Posting) : null;
}
