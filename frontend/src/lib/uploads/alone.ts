import { attempt } from "@/lib/attempt";

/** Runs work while no other tab of this browser runs work of the same name; the others wait for their turn. */
export type Alone = (name: string, work: () => Promise<void>) => Promise<void>;

/** So long a tab counts as alive that has not said so again. Timers of hidden tabs run once a minute. */
const ALIVE_MS = 90_000;
const SAY_MS = 20_000;
const ASK_MS = 3_000;

export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (locks) await locks.request(name, work);
  else await underLease(name, work);
}

interface Lease {
  tab: string;
  until: number;
}

const TAB = Math.random().toString(36).slice(2);

/**
 * Pages without HTTPS have no locks: a line in the storage that all tabs share takes their place. Two tabs could both
 * take it in the same instant; the server takes each content once, so that only time is lost.
 */
async function underLease(name: string, work: () => Promise<void>): Promise<void> {
  while (!take(name)) await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  const timer = setInterval(() => take(name), SAY_MS);
  const leave = () => attempt(() => localStorage.removeItem(name), undefined);
  window.addEventListener("pagehide", leave);
  try {
    await work();
  } finally {
    clearInterval(timer);
    window.removeEventListener("pagehide", leave);
    leave();
  }
}

function take(name: string): boolean {
  return attempt(() => {
    const held = JSON.parse(localStorage.getItem(name) ?? "null") as Lease | null;
    if (held && held.tab !== TAB && held.until > Date.now()) return false;
    localStorage.setItem(name, JSON.stringify({ tab: TAB, until: Date.now() + ALIVE_MS }));
    return true;
  }, true);
}
