import type { Act } from "@/api/quality";
import { ago, lena } from "./world";

/** An act on many answers, all of which went well. */
export function makeAct(id: number, verb: Act["verb"], done: number, requeued: number): Act {
  const nothing = { pending: 0, unchanged: 0, failed: 0, undone: 0, kept: 0 };
  return {
    id,
    verb,
    state: "done",
    reason: "",
    keep_later: false,
    actor: lena,
    created_at: ago(0),
    undone_by: null,
    undone_at: null,
    counts: { ...nothing, total: done, done, requeued },
    problems: [],
  };
}

export const undone = (act: Act): Act => ({
  ...act,
  state: "undone",
  counts: { ...act.counts, done: 0, undone: act.counts.done },
});
