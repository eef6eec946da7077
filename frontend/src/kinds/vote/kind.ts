import type { VoteAnswer } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindUi } from "../kind";

export const voteKind: KindUi<VoteAnswer> = {
  name: "vote.v1",
  Workbench: deferred(async () => (await import("./vote-workbench")).VoteWorkbench),
  empty: () => ({ votes: {}, comment: "" }),
  isEmpty: (answer) => votesIn(answer).length === 0 && commentOf(answer).trim() === "",
  isSame: (a, b) => votesIn(a).join() === votesIn(b).join() && commentOf(a) === commentOf(b),
  // The rules live on the server alone; it is asked while one votes.
  check: () => [],
  keyOf: (_, path) => (path.startsWith("votes") ? path : "comment"),
  valueAt: (answer, key) =>
    key.startsWith("votes.") ? (answer.votes[key.slice("votes.".length)] ?? null) : commentOf(answer),
  toText: (answer) => [...votesIn(answer), commentOf(answer)].filter(Boolean).join("\n"),
};

function commentOf(answer: Partial<VoteAnswer>): string {
  return answer.comment ?? "";
}

function votesIn(answer: Partial<VoteAnswer>): string[] {
  return Object.entries(answer.votes ?? {})
    .filter(([, vote]) => vote !== null)
    .map(([key, vote]) => `${key}: ${vote === true ? "yes" : "no"}`)
    .sort();
}
