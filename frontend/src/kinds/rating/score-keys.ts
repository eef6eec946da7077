/** How the parts of an answer are called, and what is behind a name. */
import type { ScoresAnswer } from "@/api/types";
import type { KindEditor } from "../kind";
import { scoreOf } from "./use-scores";

export const scoreKey = (metric: string) => `scores.${metric}.score`;
export const reasonKey = (metric: string) => `scores.${metric}.justification`;

const PATH = /^scores\.(.+?)(\.score|\.justification)?$/;

/** What all kinds have in common whose answer is a score and a reason for each of some metrics. */
export const scoring: Omit<KindEditor<ScoresAnswer>, "Workbench"> = {
  empty: () => ({ scores: {} }),
  isEmpty: (answer) => scoreLines(answer).length === 0,
  isSame: (a, b) => scoreLines(a).join("\n") === scoreLines(b).join("\n"),
  // The rules live on the server alone; it is asked while one judges.
  check: () => [],
  keyOf: (_, path) => {
    const [, metric, part] = PATH.exec(path) ?? [];
    if (metric === undefined) return "scores";
    return part === ".justification" ? reasonKey(metric) : scoreKey(metric);
  },
  valueAt: (answer, key) => {
    const [, metric, part] = PATH.exec(key) ?? [];
    if (metric === undefined) return scoreLines(answer).join("\n");
    const { score, justification } = scoreOf(answer, metric);
    return part === ".justification" ? justification : score;
  },
  toText: (answer) => scoreLines(answer).join("\n"),
};

/** One line for each metric that anything was said of, in an order of its own. */
function scoreLines(answer: Partial<ScoresAnswer>): string[] {
  return Object.entries(answer.scores ?? {})
    .filter(([, { score, justification }]) => score !== null || justification.trim() !== "")
    .map(([key, { score, justification }]) => `${key}: ${String(score ?? "–")} ${justification}`.trimEnd())
    .sort();
}
