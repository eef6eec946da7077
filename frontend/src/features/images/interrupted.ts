/** How far an upload had come when the page went away: what a browser remembers of it. */
export interface Interrupted {
  done: number;
  total: number;
}

const keyOf = (projectId: number) => `upload:${String(projectId)}`;

/** What is kept of an upload that has not finished; null where there is none, or nothing can be kept. */
export function interruptedUpload(projectId: number): Interrupted | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const { done, total } = kept as Partial<Interrupted>;
    return typeof done === "number" && typeof total === "number" ? { done, total } : null;
  } catch {
    return null;
  }
}

export function keepInterrupted(projectId: number, state: Interrupted | null): void {
  try {
    if (state) localStorage.setItem(keyOf(projectId), JSON.stringify(state));
    else localStorage.removeItem(keyOf(projectId));
  } catch {
    // Private windows keep nothing: then the person chooses the files again unprompted.
  }
}
