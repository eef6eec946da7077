import { deferred } from "@/lib/deferred";
import type { KindDefinition, KindEditor } from "../kind";
import { dense, letterOf, stepsOf } from "./model";
import type { RankingAnswer, RankingSettings } from "./types";
import { RankingView } from "./view";

/** The one part of the answer that is written in words. */
const JUSTIFICATION = "justification";

const editor: KindEditor<RankingAnswer, RankingSettings> = {
  Workbench: deferred(async () => (await import("./ranking-workbench")).RankingWorkbench),
  empty: () => ({ ranks: [], justification: "" }),
  isEmpty: ({ ranks, justification }) => ranks.every((rank) => rank === null) && justification.trim() === "",
  isSame: (a, b) => order(a) === order(b) && a.justification.trim() === b.justification.trim(),
  // The rules live on the server alone; it is asked while one ranks.
  check: () => [],
  keyOf: (_, path) => (path.startsWith(JUSTIFICATION) ? JUSTIFICATION : path),
  valueAt: (answer, key) => (key === JUSTIFICATION ? answer.justification : order(answer)),
  toText: ({ ranks, justification }) => [order({ ranks }), justification].filter(Boolean).join("\n"),
};

export const rankingKind = {
  View: RankingView,
  editor,
  excerpt: (answer) => order(answer),
  textParts: ({ justification }) => (justification === "" ? [] : [{ path: JUSTIFICATION, text: justification }]),
} satisfies KindDefinition<RankingAnswer, RankingSettings>;

/** `B > A = D > C`: the same for whatever means the same. */
function order({ ranks }: Pick<RankingAnswer, "ranks">): string {
  return stepsOf(dense(ranks))
    .map((step) => step.map(letterOf).join(" = "))
    .join(" > ");
}
