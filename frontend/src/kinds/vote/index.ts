import type { VoteAnswer, SettingsByKind } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindDefinition } from "../kind";
import { readableKey } from "../readable-key";
import { CriteriaInput } from "./criteria-input";
import { VoteView } from "./view";

export const voteKind = {
  View: VoteView,
  excerpt: ({ votes }) =>
    Object.entries(votes)
      .map(([key, vote]) => `${key.replaceAll("_", " ")}: ${vote === null ? "–" : vote ? "✓" : "✗"}`)
      .join(" · "),
  textParts: ({ comment }) => [{ path: "comment", text: comment }],
  gold: {
    parts: ({ votes }) =>
      Object.fromEntries(
        Object.entries(votes).flatMap(([key, vote]) => (vote === null ? [] : [[`votes.${key}`, vote]])),
      ),
    partsOfGood: (settings) => Object.fromEntries(settings.criteria.map(({ key }) => [`votes.${key}`, true])),
    partName: (path) => keyIn(path).replaceAll("_", " "),
    question: (path, settings) =>
      settings?.criteria.find(({ key }) => key === keyIn(path))?.title ?? readableKey(keyIn(path)),
  },
  settings: { inputs: { criteria: CriteriaInput } },
  editor: {
    Workbench: deferred(async () => (await import("./vote-workbench")).VoteWorkbench),
    empty: () => ({ votes: {}, comment: "" }),
    isEmpty: (answer) => votesIn(answer).length === 0 && commentOf(answer).trim() === "",
    isSame: (a, b) => votesIn(a).join() === votesIn(b).join() && commentOf(a) === commentOf(b),
    // The rules live on the server alone; it is asked while one votes.
    check: () => [],
    keyOf: (_, path) => (path.startsWith("votes") ? path : "comment"),
    valueAt: (answer, key) => (key.startsWith("votes.") ? (answer.votes[keyIn(key)] ?? null) : commentOf(answer)),
    toText: (answer) => [...votesIn(answer), commentOf(answer)].filter(Boolean).join("\n"),
  },
} satisfies KindDefinition<VoteAnswer, SettingsByKind["vote.v1"]>;

function keyIn(path: string): string {
  return path.replace(/^votes\./, "");
}

function commentOf(answer: Partial<VoteAnswer>): string {
  return answer.comment ?? "";
}

function votesIn(answer: Partial<VoteAnswer>): string[] {
  return Object.entries(answer.votes ?? {})
    .filter(([, vote]) => vote !== null)
    .map(([key, vote]) => `${key}: ${vote === true ? "yes" : "no"}`)
    .sort();
}
